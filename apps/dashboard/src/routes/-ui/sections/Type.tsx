import { KeyboardKey } from '../../../ui/text/KeyboardKey.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { Specimen } from '../Specimen.tsx'

export function Type() {
  return (
    <>
      <Specimen name="Headings">
        <p className="font-semibold text-2xl tracking-tight">Projects</p>
        <p className="font-semibold text-xl tracking-tight">Projects</p>
        <p className="font-semibold text-lg">Projects</p>
        <p className="font-semibold text-base">Projects</p>
      </Specimen>
      <Specimen name="Prose, 14 px">
        <p className="text-base">
          A project is one PostgreSQL cluster with its own roles and storage.{' '}
          <span className="text-ink-muted">It starts in seconds</span> and{' '}
          <TextLink href="#Type">keeps its data</TextLink> when paused. Read the{' '}
          <TextLink href="https://www.postgresql.org/docs/" external>
            documentation
          </TextLink>
          .
        </p>
      </Specimen>
      <Specimen name="Menus and tables, 13 px">
        <p className="text-sm">Restart project</p>
        <p className="text-ink-muted text-sm">Restart project</p>
        <p className="text-ink-faint text-sm">Restart project</p>
      </Specimen>
      <Specimen name="Tabular numbers and code">
        <p className="text-sm tabular-nums">1,111.11 ms</p>
        <p className="text-sm tabular-nums">8,888.88 ms</p>
        <p className="font-mono text-xs">select 0O1lI from t where id != 1</p>
      </Specimen>
      <Specimen name="Shortcuts">
        <span className="flex gap-3">
          <KeyboardKey keys={['Mod', 'Enter']} />
          <KeyboardKey keys={['Mod', 'K']} />
          <KeyboardKey keys={['Escape']} />
        </span>
      </Specimen>
    </>
  )
}
