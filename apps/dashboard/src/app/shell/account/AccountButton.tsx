import type { Profile } from '@basalt/contract/access/access.schema.ts'
import type { ComponentProps } from 'react'
import { Avatar } from '../../../ui/text/Avatar.tsx'

/** Opens the account menu; shows the user's avatar. */
export function AccountButton({ profile, ...rest }: { profile: Profile } & ComponentProps<'button'>) {
  const name = profile.display_name ?? profile.email
  return (
    <button aria-haspopup="menu" {...rest} type="button" className="rounded-full">
      <span className="sr-only">{name}, account menu</span>
      <Avatar name={name} />
    </button>
  )
}
