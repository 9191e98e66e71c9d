import { type EntityKind, entityKindNames } from '@basalt/contract/table-editor/entities.rules.ts'
import { Eye, Globe, Layers, ScanEye, Table2 } from 'lucide-react'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'
import type { Icon } from '../../../ui/text/icon.ts'

export const entityIcons: Readonly<Record<EntityKind, Icon>> = {
  r: Table2,
  v: Eye,
  m: ScanEye,
  f: Globe,
  p: Layers,
}

/** The kind of an entity, also as text for screen readers. */
export function EntityIcon({ kind }: { kind: EntityKind }) {
  const KindIcon = entityIcons[kind]
  return (
    <Tooltip content={entityKindNames[kind]} side="right">
      <span className="grid shrink-0 place-items-center text-ink-faint">
        <KindIcon className="size-3.5" aria-hidden />
        <span className="sr-only">{entityKindNames[kind]} </span>
      </span>
    </Tooltip>
  )
}
