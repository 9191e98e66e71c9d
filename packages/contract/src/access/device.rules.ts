/** Most specific first: nearly every browser also claims to be several others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const handheld = /\biPhone\b|\biPad\b|\bAndroid\b/

const first = (table: readonly [RegExp, string][], userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Every browser calls itself Mozilla. */
const programName = (userAgent: string) => /^(?!Mozilla\b)[\w.-]{1,40}/.exec(userAgent)?.[0]

/**
 * A name for a `User-Agent`: `Firefox on Linux` for a browser, the program's own name otherwise, `Unknown device` when
 * it has neither.
 */
export function deviceName(userAgent: string): string {
  const known = [first(browsers, userAgent), first(systems, userAgent)].filter((part) => part !== undefined)
  return known.length === 0 ? (programName(userAgent) ?? 'Unknown device') : known.join(' on ')
}

export const isHandheld = (userAgent: string) => handheld.test(userAgent)
