import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import type { Option } from '../../../ui/controls/option.ts'

/** What stands in a snippet where no key is put in. */
export const KEY_PLACEHOLDER = 'YOUR_KEY'

/** The choices besides the keys that come after the first. */
export const NO_KEY = 'none'
export const FIRST_KEY = 'first'

/** Keys that may stand in a program that others read, the legacy one last: a secret one is never put in. */
export const shareableKeys = (keys: readonly ApiKey[]) => [
  ...keys.filter(({ type, api_key }) => type === 'publishable' && api_key !== null),
  ...keys.filter(({ type, name, api_key }) => type === 'legacy' && name === 'anon' && api_key !== null),
]

const idOf = ({ id, name }: ApiKey) => id ?? name
const labelOf = ({ type, name }: ApiKey) => (type === 'legacy' ? `${name} (legacy)` : name)

/**
 * What can be chosen: before the keys are there only that one of them is wanted. The first keeps the value of that
 * choice, because a choice may not go away while it is made.
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

/** The key that goes into the snippets: the one that was chosen, else the first. */
export function chosenKey(keys: readonly ApiKey[] | undefined, choice: string): ApiKey | undefined {
  const some = shareableKeys(keys ?? [])
  return some.find((key) => idOf(key) === choice) ?? some[0]
}

/** Which of the options stands for the choice now. */
export const shownChoice = (keys: readonly ApiKey[] | undefined, choice: string, wantsKey: boolean) => {
  if (!wantsKey) return NO_KEY
  const [, ...others] = shareableKeys(keys ?? [])
  return others.some((key) => idOf(key) === choice) ? choice : FIRST_KEY
}
