/** Digits of a number with its country code (E.164). */
export const PHONE_DIGITS_MAX = 15
const NUMBER = /^[1-9]\d{4,14}$/

/**
 * The stored form of a phone number: its digits with the country code, without the plus, as the column `auth.users.phone`
 * has it. Spaces, hyphens, dots and brackets are for people. Undefined for another text.
 */
export function normalPhone(text: string): string | undefined {
  if (text.length > 40) return undefined
  const digits = text
    .trim()
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+|00)/, '')
  return NUMBER.test(digits) ? digits : undefined
}

/** Why a text is no phone number, as a sentence; undefined when it is one. */
export const phoneProblem = (text: string): string | undefined =>
  normalPhone(text) === undefined ? 'Enter a number with its country code, such as +15551234567' : undefined

/** Numbers with fixed codes, of one project. */
export const TEST_PHONES_MAX = 50
/** Codes of test numbers have as many digits as those that are sent. */
const TEST_PHONE = /^([^=]+)=(\d{6,10})$/

/** A number that gets no message: its code is always the same. */
export interface TestPhone {
  phone: string
  code: string
}

/** Reads a line such as `15551234567=123456`. Undefined for another text. */
export function testPhoneOf(line: string): TestPhone | undefined {
  const [, number, code] = TEST_PHONE.exec(line.trim()) ?? []
  const phone = number === undefined ? undefined : normalPhone(number)
  return phone === undefined || code === undefined ? undefined : { phone, code }
}

/** Why a line does not name a test number, as a sentence; undefined when it does. */
export const testPhoneProblem = (line: string): string | undefined =>
  testPhoneOf(line) ? undefined : 'Enter a number and a code of 6 to 10 digits, such as 15551234567=123456'

/** What a message can show. */
export const messageVariables = ['Code', 'SiteURL'] as const
/** Characters of a message. Longer ones are sent in parts. */
export const MESSAGE_MAX = 320
const VARIABLE = /\{\{\s*\.(\w+)\s*\}\}/g

/** Why a text is no template of a message, as a sentence; undefined when it is one. */
export function messageProblem(template: string): string | undefined {
  if (template.length > MESSAGE_MAX) return `At most ${MESSAGE_MAX} characters`
  const names = [...template.matchAll(VARIABLE)].map(([, name]) => name)
  const unknown = names.find((name) => !messageVariables.some((known) => known === name))
  if (unknown !== undefined) return `{{ .${unknown} }} is not a variable. Use {{ .Code }} or {{ .SiteURL }}.`
  if (template.replace(VARIABLE, '').includes('{{')) return 'A variable is written {{ .Code }}'
  return names.includes('Code') ? undefined : 'The message has no {{ .Code }}'
}

/** A message to a user. */
export const renderMessage = (template: string, values: Record<(typeof messageVariables)[number], string>) =>
  template.replace(VARIABLE, (_, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof typeof values] : '',
  )

/** How a service of messages reads its requests. */
export const smsFormats = ['json', 'form'] as const
/** Further fields of each request, such as the sender. */
export const SMS_FIELDS_MAX = 10
const FIELD = /^([A-Za-z0-9_.-]{1,64})=(.{0,512})$/

/** Reads a line such as `From=+15550001111`. Undefined for another text. */
export function smsFieldOf(line: string): { name: string; value: string } | undefined {
  const [, name, value] = FIELD.exec(line.trim()) ?? []
  return name === undefined || value === undefined ? undefined : { name, value }
}

/** How long a service of messages may take, in milliseconds: a person waits. */
export const SMS_TIMEOUT_MS = 8_000
/** Bytes of a service's answer that are read. */
export const SMS_ANSWER_MAX_BYTES = 16 * 1024
