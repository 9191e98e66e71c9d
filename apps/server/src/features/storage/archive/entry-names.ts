/** Characters that break terminals or file systems. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g
/** Parts that stay in place or go up; Windows ignores trailing spaces. */
const NO_NAME = /^\.{0,2} *$/
const NAME_BYTES_MAX = 65_535

/**
 * Names for the entries of one archive. Keys that uploads bring are paths already; a project's own SQL can write any
 * text, and what unpacks an archive would follow `../`, a backslash or a drive. No two entries get the same name.
 */
export function entryNames() {
  const taken = new Set<string>()
  return (key: string) => {
    const path = relativePath(key)
    let name = path
    for (let count = 2; taken.has(name); count++) name = numbered(path, count)
    taken.add(name)
    return name
  }
}

/** A relative path of plain names. Keys that uploads can have stay as they are. */
export function relativePath(key: string) {
  const parts = key
    .toWellFormed()
    .replace(/^[a-z]:(?=[/\\])/i, '')
    .split(/[/\\]/)
    .map((part) => part.replace(CONTROL, '_'))
    .filter((part) => !NO_NAME.test(part))
  const path = parts.join('/') || 'unnamed'
  return Buffer.byteLength(path) <= NAME_BYTES_MAX ? path : path.slice(0, 255)
}

function numbered(path: string, count: number) {
  const [, stem = path, extension = ''] = /^(.*?)(\.[^./]+)?$/s.exec(path) ?? []
  return `${stem} (${count})${extension}`
}
