import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Columns3Cog, LockKeyhole, LockKeyholeOpen, RadioTower } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { tableQueries } from './tables.queries.ts'
import { useApplyChange } from './use-apply-change.ts'

const Confirm = lazyLayer(
  () => import('../../../ui/dialog/ConfirmDialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog),
  ({ open }) => open,
)

/** Row level security, Realtime and the columns of an open table. Views have none of them. */
export function TableControls({
  project: { ref },
  entity,
  refusal: memberRefusal,
}: {
  project: Project
  entity: GridEntity
  /** Why the member cannot change the table. */
  refusal: string | undefined
}) {
  const isTable = entity.type === 'r' || entity.type === 'p'
  const { data, error } = useQuery({ ...tableQueries.definition(ref, entity.id), enabled: isTable })
  const apply = useApplyChange(ref)
  const [asked, setAsked] = useState<'rls' | 'realtime'>()
  if (!isTable) return null
  if (!data) return <Loading failure={error?.message} />
  const { id, fingerprint, table, policies, is_realtime_changeable, is_owned } = data
  const refusal = memberRefusal ?? (is_owned ? undefined : 'Only the role that owns the table can change it.')
  const reason = refusal !== undefined && { reason: refusal }
  const set = async (kind: 'set_row_security' | 'set_realtime', enabled: boolean, done: string) => {
    await apply({ kind, id, fingerprint, enabled })
    toast({ tone: 'success', title: done })
  }
  const search = (panel: 'edit' | 'column') => (known: object) => ({ ...known, panel, table: undefined })
  return (
    <>
      {table.rls ? (
        <Button
          size="sm"
          variant="ghost"
          icon={LockKeyhole}
          className={widths.rls}
          onClick={() => setAsked('rls')}
          {...reason}
        >
          {policies === 0
            ? 'RLS on, no policies'
            : `RLS on, ${policies === 1 ? '1 policy' : `${policies} policies`}`}
        </Button>
      ) : (
        <Button
          size="sm"
          icon={LockKeyholeOpen}
          className={widths.rls}
          onClick={() => setAsked('rls')}
          {...reason}
        >
          Enable RLS
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={RadioTower}
        className={widths.realtime}
        onClick={() => setAsked('realtime')}
        {...(refusal !== undefined
          ? { reason: refusal }
          : !is_realtime_changeable && { reason: 'The publication supabase_realtime has all tables.' })}
      >
        {table.realtime ? 'Realtime on' : 'Realtime off'}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button size="sm" variant="ghost" icon={Columns3Cog} className={widths.structure}>
            Structure
          </Button>
        }
      >
        <MenuItem link={<Link to="." search={search('column')} />}>Insert column</MenuItem>
        <MenuItem link={<Link to="." search={search('edit')} />}>Edit table</MenuItem>
      </Menu>
      <Confirm
        open={asked === 'rls'}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={
          table.rls
            ? `Turn off row level security of ${table.name}?`
            : `Enable row level security on ${table.name}?`
        }
        confirmLabel={table.rls ? 'Turn off' : 'Enable RLS'}
        tone={table.rls ? 'danger' : 'primary'}
        onConfirm={() =>
          set(
            'set_row_security',
            !table.rls,
            table.rls ? 'Row level security is off' : 'Row level security is on',
          )
        }
      >
        {table.rls
          ? 'Policies then no longer apply. Where the Data API reaches the schema, anyone with the project’s publishable key can read and change all rows.'
          : policies === 0
            ? 'The table has no policies, so clients of the Data API reach no rows until you add one.'
            : `Clients of the Data API then reach the rows that its ${policies === 1 ? 'policy allows' : `${policies} policies allow`}.`}
      </Confirm>
      <Confirm
        open={asked === 'realtime'}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={
          table.realtime ? `Turn off Realtime for ${table.name}?` : `Turn on Realtime for ${table.name}?`
        }
        confirmLabel={table.realtime ? 'Turn off' : 'Turn on'}
        tone="primary"
        onConfirm={() =>
          set('set_realtime', !table.realtime, table.realtime ? 'Realtime is off' : 'Realtime is on')
        }
      >
        {table.realtime
          ? 'Clients are no longer told about changes of its rows.'
          : 'Clients that are allowed to read a row are told when it changes.'}
      </Confirm>
    </>
  )
}

/** Of the controls, whatever they say: what is beside them must not move when they are loaded. */
const widths = { rls: 'min-w-28', realtime: 'min-w-27', structure: 'min-w-24' }

function Loading({ failure }: { failure: string | undefined }) {
  if (failure !== undefined)
    return (
      <Button size="sm" variant="ghost" icon={Columns3Cog} reason={failure}>
        Structure
      </Button>
    )
  return Object.values(widths).map((width) => <Skeleton key={width} className={cx('h-7', width)} />)
}
