import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import {
  addMember,
  JSON_DEPTH_MAX,
  type JsonContainer,
  type JsonNode,
  readJson,
  removeMember,
  repeatedKeys,
  replacePart,
} from './json-text.rules.ts'

/** More entries of one object or array would stall the page. */
const SHOWN_MAX = 200
/** Longer texts would be read again too slowly with each key. In characters. */
const TREE_MAX = 500_000

/** What is being typed in a field of the tree. Until it makes the text valid again, the tree stays as it was before. */
interface Typing {
  /** The text without what is being typed. */
  before: string
  /** Where the field's part of `before` begins. */
  at: number
  typed: string
  /** The text with it. */
  after: string
}

/** What the nodes of a tree share. */
interface Tree {
  text: string
  /** The text is not JSON because of the field that begins at `at`, which has to be corrected first. */
  invalidAt: number | undefined
  typedAt: (at: number) => string | undefined
  type: (part: { from: number; to: number }, typed: string, written: string) => void
  finish: () => void
  add: (container: JsonContainer) => void
  remove: (container: JsonContainer, index: number) => void
}

/** Edits JSON entry by entry: values, keys, additions and removals change only their part of the text. */
export function JsonTree({
  name,
  text,
  onText,
}: {
  name: string
  text: string
  onText: (text: string) => void
}) {
  const [typing, setTyping] = useState<Typing>()
  const box = useRef<HTMLElement>(null)
  const hintId = useId()
  /** Where the field begins that gets the focus once it is there. */
  const focusAt = useRef<number>(undefined)
  const current = typing?.after === text ? typing : undefined
  const shown = current?.before ?? text
  const isLong = shown.length > TREE_MAX
  const root = useMemo(() => (isLong ? undefined : readJson(shown)), [isLong, shown])
  const isValid = useMemo(() => !current || readJson(current.after) !== undefined, [current])

  useEffect(() => {
    if (!root || focusAt.current === undefined) return
    const field = box.current?.querySelector<HTMLInputElement>(`[data-at="${focusAt.current}"]`)
    focusAt.current = undefined
    field?.focus()
    field?.select()
  }, [root])

  if (text.trim() === '')
    return (
      <span className="flex gap-1">
        <Button size="sm" variant="ghost" icon={Plus} onClick={() => onText('{}')}>
          New object
        </Button>
        <Button size="sm" variant="ghost" icon={Plus} onClick={() => onText('[]')}>
          New array
        </Button>
      </span>
    )
  if (!root)
    return (
      <p className="px-1 text-ink-muted text-xs">
        {isLong
          ? `Texts longer than ${TREE_MAX.toLocaleString('en')} characters have no tree.`
          : `The text is not JSON, or is nested deeper than ${JSON_DEPTH_MAX} levels.`}
      </p>
    )
  const change = (next: string) => {
    setTyping(undefined)
    onText(next)
  }
  const tree: Tree = {
    text: shown,
    invalidAt: isValid ? undefined : current?.at,
    typedAt: (at) => (current?.at === at ? current.typed : undefined),
    type: (part, typed, written) => {
      const after = replacePart(shown, part, written)
      setTyping({ before: shown, at: part.from, typed, after })
      onText(after)
    },
    finish: () => {
      if (isValid) setTyping(undefined)
    },
    add: (container) => {
      const added = addMember(shown, container)
      focusAt.current = added.at
      change(added.text)
    },
    remove: (container, index) => {
      // The pressed button goes away; the focus stays in the tree.
      if (box.current?.contains(document.activeElement)) box.current.focus()
      change(removeMember(shown, container, index))
    },
  }
  return (
    <section
      ref={box}
      aria-label={`Tree of ${name}`}
      aria-describedby={hintId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
      // Buttons work on what was typed also where pressing them leaves the focus in a field.
      onMouseDown={tree.finish}
      className="max-h-72 w-full overflow-auto rounded-md border border-line bg-field p-1.5 font-mono text-xs"
    >
      <Node tree={tree} node={root} path="" isOpen />
      <p
        id={hintId}
        role={isValid ? undefined : 'status'}
        className={cx('pt-1 font-sans', isValid ? 'text-ink-muted' : 'text-warning-ink')}
      >
        {isValid ? 'Values are JSON: ' : 'Write the value as JSON: '}
        <code>1.5</code>, <code>"text"</code>, <code>true</code>, <code>null</code>, <code>{'{}'}</code> or{' '}
        <code>[]</code>
      </p>
    </section>
  )
}

/** One value, with its key and what removes it in front of and behind it. */
function Node({
  tree,
  node,
  path,
  isOpen: opensAtFirst = false,
  before,
  behind,
}: {
  tree: Tree
  node: JsonNode
  /** Names the value within the whole, as `a.b[2]`. */
  path: string
  isOpen?: boolean
  before?: ReactNode
  behind?: ReactNode
}) {
  const [isOpen, setOpen] = useState(opensAtFirst)
  const label = path === '' ? 'the value' : path
  if (node.kind === 'scalar')
    return (
      <div className="flex min-w-0 items-center gap-1 pl-6">
        {before}
        <PartField
          tree={tree}
          part={node}
          label={`Value of ${label}`}
          text={node.text}
          print={(typed) => typed}
        />
        {behind}
      </div>
    )
  const isObject = node.kind === 'object'
  const count = isObject ? node.entries.length : node.items.length
  const unit = isObject ? 'key' : 'item'
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-w-0 items-center gap-1">
        <button
          type="button"
          aria-label={`${isOpen ? 'Close' : 'Open'} ${label}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="grid size-5 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-hover"
        >
          {isOpen ? (
            <ChevronDown className="size-3.5" aria-hidden />
          ) : (
            <ChevronRight className="size-3.5" aria-hidden />
          )}
        </button>
        {before}
        <span className="min-w-0 flex-1 truncate text-ink-muted">
          {isObject ? '{' : '['} {count.toLocaleString('en')} {count === 1 ? unit : `${unit}s`}{' '}
          {isObject ? '}' : ']'}
        </span>
        {behind}
      </div>
      {isOpen && (
        <div className="ml-2.5 flex min-w-0 flex-col border-line border-l pl-1">
          <Members tree={tree} container={node} path={path} />
          <span>
            <Button
              size="sm"
              variant="ghost"
              icon={Plus}
              aria-label={`Add ${unit} to ${label}`}
              disabled={tree.invalidAt !== undefined}
              onClick={() => tree.add(node)}
            >
              Add {unit}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}

function Members({ tree, container, path }: { tree: Tree; container: JsonContainer; path: string }) {
  const members = container.kind === 'object' ? container.entries : container.items
  const repeated = container.kind === 'object' ? repeatedKeys(container.entries) : new Set<string>()
  return (
    <>
      {members.slice(0, SHOWN_MAX).map((member, index) => {
        const entry = 'key' in member ? member : undefined
        const value = entry ? entry.value : (member as JsonNode)
        const place = entry ? (path === '' ? entry.key : `${path}.${entry.key}`) : `${path}[${index}]`
        return (
          <Node
            // biome-ignore lint/suspicious/noArrayIndexKey: keys can be repeated, and entries have no other identity
            key={index}
            tree={tree}
            node={value}
            path={place}
            before={
              entry ? (
                <>
                  <PartField
                    tree={tree}
                    part={{ from: entry.keyFrom, to: entry.keyTo }}
                    label={`Key ${place}`}
                    text={entry.key}
                    print={(typed) => JSON.stringify(typed)}
                    isKey
                  />
                  {repeated.has(entry.key) && (
                    <span
                      className="shrink-0 font-sans text-warning-ink"
                      title="jsonb keeps only the last of them."
                    >
                      repeated
                    </span>
                  )}
                </>
              ) : (
                <span className="shrink-0 px-1 text-ink-muted">{index}</span>
              )
            }
            behind={
              <IconButton
                size="sm"
                icon={X}
                label={`Remove ${place}`}
                disabled={tree.invalidAt !== undefined}
                onClick={() => tree.remove(container, index)}
              />
            }
          />
        )
      })}
      {members.length > SHOWN_MAX && (
        <p className="pl-6 text-ink-muted">
          {(members.length - SHOWN_MAX).toLocaleString('en')} more, which only the text shows
        </p>
      )}
    </>
  )
}

/** Edits a key or a value without members. */
function PartField({
  tree,
  part,
  label,
  text,
  print,
  isKey = false,
}: {
  tree: Tree
  part: { from: number; to: number }
  label: string
  text: string
  /** What is written into the JSON text for what was typed. */
  print: (typed: string) => string
  isKey?: boolean
}) {
  const { from, to } = part
  const isInvalid = tree.invalidAt === from
  return (
    <input
      aria-label={label}
      aria-invalid={isInvalid}
      data-at={from}
      value={tree.typedAt(from) ?? text}
      readOnly={tree.invalidAt !== undefined && !isInvalid}
      spellCheck={false}
      onChange={({ target }) => tree.type({ from, to }, target.value, print(target.value))}
      onBlur={tree.finish}
      onKeyDown={(event) => event.key === 'Enter' && tree.finish()}
      className={cx(
        'h-6 min-w-8 rounded-sm border border-transparent bg-transparent px-1 hover:border-line-strong focus:border-focus any-pointer-coarse:h-9 any-pointer-coarse:text-lg',
        isKey ? 'field-sizing-content max-w-40 shrink-0 text-ink-muted' : 'flex-1',
        isInvalid && 'border-critical text-critical-ink',
      )}
    />
  )
}
