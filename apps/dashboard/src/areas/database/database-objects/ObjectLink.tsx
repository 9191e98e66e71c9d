import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
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
    {/* A long name breaks after an underscore rather than within a word. */}
    {name.split(/(?<=_)/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name, in their order
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </TextLink>
)
