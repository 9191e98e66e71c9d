import type { PolicyForm } from './policy-form.rules.ts'

export interface PolicyTemplate {
  title: string
  description: string
  form: Pick<PolicyForm, 'command' | 'is_permissive' | 'roles' | 'using' | 'with_check'>
}

/** Usual names of columns, the most telling first. */
const OWNERS = ['user_id', 'owner_id', 'owner', 'created_by', 'author_id', 'profile_id']
const TEAMS = ['team_id', 'organization_id', 'org_id', 'workspace_id', 'group_id']
const TENANTS = ['tenant_id', 'tenant', 'account_id', ...TEAMS]
const STARTS = ['starts_at', 'published_at', 'valid_from', 'created_at']
const ENDS = ['ends_at', 'expires_at', 'valid_until']

const ME = '(select auth.uid())'

const claim = (name: string) => `(select auth.jwt() -> 'app_metadata' ->> '${name}')`

/** Policies to start from, with the columns of the table where their names tell what they are. */
export function policyTemplates(columns: readonly string[]): PolicyTemplate[] {
  const named = (names: readonly string[]) => names.find((name) => columns.includes(name)) ?? names[0]!
  const owner = `${ME} = ${named(OWNERS)}`
  const team = named(TEAMS)
  const members = `${team} in (\n  select ${team} from team_members where user_id = ${ME}\n)`
  const tenant = `${named(TENANTS)}::text = ${claim('tenant_id')}`
  const users = ['authenticated']
  const base = { is_permissive: true, roles: users, using: '', with_check: '' }
  return [
    {
      title: 'Owners only',
      description: 'Signed-in users read and write the rows that carry their id.',
      form: { ...base, command: 'ALL', using: owner, with_check: owner },
    },
    {
      title: 'Everyone reads',
      description: 'Anyone with the project’s publishable key reads all rows.',
      form: { ...base, command: 'SELECT', roles: ['anon', 'authenticated'], using: 'true' },
    },
    {
      title: 'Signed-in users read',
      description: 'Users read all rows; visitors read none.',
      form: { ...base, command: 'SELECT', using: 'true' },
    },
    {
      title: 'Users add their own rows',
      description: 'A new row must carry the id of the user who adds it.',
      form: { ...base, command: 'INSERT', with_check: owner },
    },
    {
      title: 'Members of a team',
      description: 'Users read and write the rows of the teams that they belong to.',
      form: { ...base, command: 'ALL', using: members, with_check: members },
    },
    {
      title: 'One tenant each',
      description: 'Restricts every other policy to the tenant in the token.',
      form: { ...base, is_permissive: false, command: 'ALL', using: tenant, with_check: tenant },
    },
    {
      title: 'By a claim',
      description: 'Users whose token says that they are editors change rows.',
      form: { ...base, command: 'UPDATE', using: `${claim('role')} = 'editor'` },
    },
    {
      title: 'Between two times',
      description: 'Rows are readable from their start until their end.',
      form: {
        ...base,
        command: 'SELECT',
        roles: ['anon', 'authenticated'],
        using: `${named(STARTS)} <= now()\nand (${named(ENDS)} is null or ${named(ENDS)} > now())`,
      },
    },
    {
      title: 'Two factors to write',
      description: 'Restricts changes to users who signed in with a second factor.',
      form: {
        ...base,
        is_permissive: false,
        command: 'UPDATE',
        using: `(select auth.jwt() ->> 'aal') = 'aal2'`,
      },
    },
  ]
}
