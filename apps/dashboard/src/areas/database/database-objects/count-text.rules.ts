import { OBJECTS_COUNTED_MAX } from '@basalt/contract/database-objects/database-objects.rules.ts'

/** How many objects a list has, such as `12`; objects are counted up to a number, and then it is `1,000+`. */
export const countedText = (count: number) =>
  `${count.toLocaleString('en')}${count >= OBJECTS_COUNTED_MAX ? '+' : ''}`

/** As `countedText`, with the word for them: `1 table`, `1,000+ tables`. */
export const countText = (count: number, one: string, many: string) =>
  `${countedText(count)} ${count === 1 ? one : many}`
