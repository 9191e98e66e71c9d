/** What lists of users can be sorted by: times newest first, addresses from A, numbers from 0. */
export const userSorts = ['created_at', 'last_sign_in_at', 'email', 'phone'] as const
export type UserSort = (typeof userSorts)[number]

export const userFilters = ['all', 'confirmed', 'unconfirmed', 'anonymous', 'banned'] as const
export type UserFilter = (typeof userFilters)[number]

/** How users are searched for. */
export type UserSearch =
  | { by: 'id'; id: string }
  /** Objects that the metadata may contain: a number may have been stored as text. */
  | { by: 'metadata'; contained: object[] }
  /** In lower case; the beginning of an address or a name. */
  | { by: 'text'; prefix: string; phone: string | undefined }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** A field of the metadata, with dots between the names, and its value. */
const FIELD = /^([\w-]+(?:\.[\w-]+)*)\s*[:=]\s*(\S.*)$/
/** Fewer digits are the beginning of a name. */
const PHONE_DIGITS_MIN = 4

/** What a text in the search field asks for. */
export function userSearchOf(text: string): UserSearch {
  if (UUID.test(text)) return { by: 'id', id: text.toLowerCase() }
  const [, path, value] = FIELD.exec(text) ?? []
  if (path !== undefined && value !== undefined) {
    const within = (leaf: unknown) =>
      path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), leaf) as object
    return { by: 'metadata', contained: [value, ...scalarIn(value)].map(within) }
  }
  const digits = text.replace(/[\s()+.-]/g, '')
  const isPhone = /^\d+$/.test(digits) && digits.length >= PHONE_DIGITS_MIN
  return { by: 'text', prefix: text.toLowerCase(), phone: isPhone ? digits : undefined }
}

/** The number, flag, null or quoted text that a value is written as. */
function scalarIn(value: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? [] : [parsed]
  } catch {
    return []
  }
}
