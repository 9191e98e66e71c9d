import type { DataApiFixture } from './data-api-fixture.ts'

export const REPRESENTATION = 'return=representation'

/** Writing to the tables of a fixture that its file opens later. */
export const writesTo = (api: () => DataApiFixture) => ({
  /** Asks for what was written, unless `prefer` says otherwise. */
  write: (method: string, path: string, body?: unknown, prefer = REPRESENTATION, headers = {}) =>
    api().send(path, {
      method,
      headers: { prefer, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  actors: async (filter: string) => (await api().send(`/actors?order=id&${filter}`)).body,
})
