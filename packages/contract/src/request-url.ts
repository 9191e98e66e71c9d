import type { AnyEndpoint } from './endpoint.ts'

/** The path and query parameters of a call; a list repeats its key and undefined is omitted. */
export interface UrlParts {
  params?: Record<string, string>
  query?: Record<string, unknown>
}

/** The path and query string of a call, such as `/platform/projects/abc?limit=2`. */
export function requestUrl({ path }: Pick<AnyEndpoint, 'path'>, { params = {}, query = {} }: UrlParts) {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [value].flat().map((one) => `${encodeURIComponent(key)}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}
