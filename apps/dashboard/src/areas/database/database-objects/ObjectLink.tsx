import { Link } from '@tanstack/react-router'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'

/** The name of an object in a list, which opens its sheet. */
export const ObjectLink = ({
  id,
  name,
  label,
}: {
  /** Absent for an object that its sheet finds by its name. */
  id?: number
  name: string
  /** What tells it from others of the same name, if the name does not. */
  label?: string | undefined
}) => (
  <TextLink
    tone="quiet"
    className="wrap-anywhere font-medium text-ink! hover:underline"
    render={
      <Link
        to="."
        search={(known: object) => ({ ...known, panel: 'view', ...(id === undefined ? { name } : { id }) })}
        resetScroll={false}
        aria-label={label}
      />
    }
  >
    <BreakableName name={name} />
  </TextLink>
)
