import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'
import { isProviderKey, providerOf } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { Link } from '@tanstack/react-router'
import { RowCheckbox } from '../../../ui/controls/RowCheckbox.tsx'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { nameOf, UserState } from './UserState.tsx'
import type { ShownColumn } from './user-columns.rules.ts'
import type { UsersSearch } from './users-url.rules.ts'

/** The users that are selected, among those shown. */
interface Selection {
  has: (id: string) => boolean
  isWhole: boolean
  toggle: (id: string) => void
  toggleAll: () => void
}

/** The columns of the list: the selection and the user, and those that a member has chosen. */
export const columnsOf = (
  url: UsersSearch,
  shown: readonly ShownColumn[],
  selection: Selection,
): TableColumn<AuthUser>[] => [
  {
    key: 'select',
    header: (
      <RowCheckbox
        isTabStop
        label="Select all users shown"
        checked={selection.isWhole}
        onChoose={selection.toggleAll}
      />
    ),
    width: '2.5rem',
    cell: (user) => (
      <RowCheckbox
        isTabStop
        label={`Select ${nameOf(user)}`}
        checked={selection.has(user.id)}
        onChoose={() => selection.toggle(user.id)}
      />
    ),
  },
  {
    key: 'email',
    header: 'User',
    cell: (user) => (
      <span className="flex flex-col py-1.5">
        <TextLink
          tone="quiet"
          className="wrap-anywhere w-fit font-medium text-ink! hover:underline"
          render={<Link to="." search={{ ...url, panel: 'view', id: user.id }} resetScroll={false} />}
        >
          <BreakableName name={nameOf(user)} />
        </TextLink>
        <span className="text-ink-muted text-xs">
          {(user.email ?? user.phone) !== null && user.display_name !== null ? (
            user.display_name
          ) : (
            <code className="max-sm:hidden">{user.id}</code>
          )}
        </span>
      </span>
    ),
  },
  ...shown.map((key) => ({ key, ...optional[key] })),
]

const optional: Record<ShownColumn, Omit<TableColumn<AuthUser>, 'key'>> = {
  state: { header: 'State', width: '9rem', cell: (user) => <UserState user={user} /> },
  id: {
    header: 'User ID',
    width: '19rem',
    wideOnly: true,
    cell: ({ id }) => <code className="text-xs">{id}</code>,
  },
  phone: { header: 'Phone', width: '9rem', wideOnly: true, cell: ({ phone }) => phone ?? '–' },
  providers: {
    header: 'Sign-in',
    width: '8rem',
    wideOnly: true,
    cell: ({ providers }) => (providers.length === 0 ? '–' : providers.map(providerName).join(', ')),
  },
  created: {
    header: 'Created',
    width: '8rem',
    wideOnly: true,
    cell: ({ created_at }) => <When time={created_at} />,
  },
  confirmed: {
    header: 'Confirmed',
    width: '8rem',
    wideOnly: true,
    cell: ({ confirmed_at }) => <When time={confirmed_at} never="Not yet" />,
  },
  last: {
    header: 'Last sign-in',
    width: '8rem',
    wideOnly: true,
    cell: ({ last_sign_in_at }) => <When time={last_sign_in_at} never="Never" />,
  },
}

/** What a way to sign in is called. */
export function providerName(provider: string) {
  if (isProviderKey(provider)) return providerOf(provider).name
  if (provider === 'web3') return 'Wallet'
  if (provider.startsWith(SSO)) return 'Company account'
  return `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`
}

/** Before the id of a company's identity provider. */
const SSO = 'sso:'
