const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
const symbols: Record<string, string> = isApple
  ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵', Escape: 'esc' }
  : { Mod: 'Ctrl', Enter: '↵', Escape: 'Esc' }
const spoken: Record<string, string> = { Mod: isApple ? 'Command' : 'Control' }

/** A shortcut in this platform's notation: `Mod` is ⌘ or Ctrl. */
export function KeyboardKey({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 gap-0.5">
      {keys.map((key, place) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may occur twice, and the order never changes
          key={place}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line-strong bg-surface-2 px-1 font-sans text-2xs text-ink-muted"
        >
          <span aria-hidden="true">{symbols[key] ?? key}</span>
          <span className="sr-only">{spoken[key] ?? key}</span>
        </kbd>
      ))}
    </span>
  )
}
