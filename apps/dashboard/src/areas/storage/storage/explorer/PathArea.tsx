import { ChevronRight, Ellipsis, PenLine } from 'lucide-react'
import { type FormEvent, Fragment, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { useExplorer } from './explorer-context.ts'
import { crumbsTo, nameOf, pathFrom } from './path.rules.ts'
import { useDropTarget } from './use-drop-target.ts'

/** The current path, and a field to navigate by typing. */
export function PathArea({ onNavigate }: { onNavigate: () => void }) {
  const { path, preference, search } = useExplorer()
  const [isTyping, setTyping] = useState(false)
  if (isTyping) return <PathForm onEnd={() => setTyping(false)} />
  return (
    <div className="group flex min-w-0 items-center gap-2">
      {preference.view === 'LIST' ? (
        <Crumbs />
      ) : (
        path !== '' && <span className="max-w-64 truncate font-medium text-sm">{nameOf(path)}</span>
      )}
      {search === '' && (
        <Button
          size="sm"
          variant="ghost"
          icon={PenLine}
          className="focus-visible:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0"
          onClick={() => {
            onNavigate()
            setTyping(true)
          }}
        >
          Navigate
        </Button>
      )}
    </div>
  )
}

function PathForm({ onEnd }: { onEnd: () => void }) {
  const { path, openFolder } = useExplorer()
  const [typed, setTyped] = useState(path)
  const go = (event: FormEvent) => {
    event.preventDefault()
    openFolder(pathFrom(typed))
    onEnd()
  }
  return (
    <form onSubmit={go} className="flex min-w-0 grow items-center gap-1 sm:max-w-xl">
      <Input
        size="sm"
        autoFocus
        aria-label="Folder path"
        placeholder="e.g Parent Folder/Child Folder"
        value={typed}
        onValueChange={setTyped}
        spellCheck={false}
        className="min-w-0 grow"
        onKeyDown={({ key }) => key === 'Escape' && onEnd()}
      />
      <Button size="sm" className="shrink-0" onClick={onEnd}>
        Cancel
      </Button>
      <Button size="sm" className="shrink-0" variant="primary" type="submit">
        Go to folder
      </Button>
    </form>
  )
}

function Crumbs() {
  const { path, bucketKey } = useExplorer()
  return (
    <nav aria-label="Path">
      <ol className="flex items-center gap-1 text-sm">
        {crumbsTo(path).map((crumb, index) => (
          <Fragment key={crumb === 'gap' ? 'gap' : crumb.path}>
            {index > 0 && (
              <li aria-hidden>
                <ChevronRight className="size-3.5 text-ink-faint" />
              </li>
            )}
            <li>
              {crumb === 'gap' ? (
                <Ellipsis className="size-4 text-ink-faint" aria-label="Hidden folders" role="img" />
              ) : (
                <Crumb path={crumb.path} name={crumb.path === '' ? bucketKey.bucket : crumb.name} />
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

function Crumb({ path, name }: { path: string; name: string }) {
  const { path: deepest, openFolder } = useExplorer()
  const drop = useDropTarget(path, { acceptsFiles: false })
  const isCurrent = path === deepest
  return (
    <button
      type="button"
      {...drop.handlers}
      title={name}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => openFolder(path)}
      className={cx(
        'max-w-24 truncate rounded-sm px-0.5',
        isCurrent ? 'font-medium' : 'text-ink-muted hover:text-ink',
        drop.over && 'ring-2 ring-brand',
      )}
    >
      {name}
    </button>
  )
}
