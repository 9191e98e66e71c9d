import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import type { Entry } from './entry.rules.ts'
import { URL_EXPIRIES } from './expiry.rules.ts'
import { useExplorer } from './explorer-context.ts'

/** Choices for how long a signed URL works. */
export function UrlMenuItems({ entry }: { entry: Entry }) {
  const { copyUrl, openDialog } = useExplorer()
  return (
    <>
      {Object.values(URL_EXPIRIES).map(({ label, seconds }) => (
        <MenuItem key={label} onSelect={() => void copyUrl(entry, seconds)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => openDialog({ kind: 'expiry', entry })}>Custom expiry</MenuItem>
    </>
  )
}
