import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import type { Option } from '../../../ui/controls/option.ts'

/** The placeholder in snippets without a key. */
export const KEY_PLACEHOLDER = 'YOUR_KEY'

/** The option values besides the ids of further keys. */
export const NO_KEY = 'none'
export const FIRST_KEY = 'first'

/** Keys that public code may contain, the legacy one last; never secret ones. */
export const shareableKeys = (keys: readonly ApiKey[]) => [
  ...keys.filter(({ type, api_key }) => type === 'publishable' && api_key !== null),
  ...keys.filter(({ type, name, api_key }) => type === 'legacy' && name === 'anon' && api_key !== null),
]

const idOf = ({ id, name }: ApiKey) => id ?? name
const labelOf = ({ type, name }: ApiKey) => (type === 'legacy' ? `${name} (legacy)` : name)

/**
 * The options of the key select. Before the keys are loaded there is one generic option, whose value the first key
 * keeps, so that the selected option never disappears.
 */
export function keyOptions(keys: readonly ApiKey[] | undefined, refusal: string | undefined): Option[] {
  const [first, ...others] = shareableKeys(keys ?? [])
  return [
    { value: NO_KEY, label: `Placeholder ${KEY_PLACEHOLDER}` },
    {
      value: FIRST_KEY,
      label: first ? labelOf(first) : 'A key of this project',
      ...(refusal !== undefined && { description: refusal, disabled: true }),
    },
    ...others.map((key) => ({ value: idOf(key), label: labelOf(key) })),
  ]
}

/** The key for the snippets: the selected one, otherwise the first. */
export function chosenKey(keys: readonly ApiKey[] | undefined, choice: string): ApiKey | undefined {
  const some = shareableKeys(keys ?? [])
  return some.find((key) => idOf(key) === choice) ?? some[0]
}

/** The value of the currently selected option. */
export const selectedKeyOption = (keys: readonly ApiKey[] | undefined, choice: string, withKey: boolean) => {
  if (!withKey) return NO_KEY
  const [, ...others] = shareableKeys(keys ?? [])
  return others.some((key) => idOf(key) === choice) ? choice : FIRST_KEY
}
