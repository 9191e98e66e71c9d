import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'

/** Embedded relations in every direction, against a real database. */

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

test.each<[what: string, path: string, rows: unknown[]]>([
  [
    'many to one',
    '/films?select=title,directors(name)&order=id&limit=1&offset=2',
    [{ title: 'Solaris', directors: { name: 'Tarkovsky' } }],
  ],
  [
    'many to one, where there is none',
    '/films?select=title,directors(name)&id=eq.4',
    [{ title: 'Untitled', directors: null }],
  ],
  [
    'one to many',
    '/directors?select=name,films(title)&order=id',
    [
      { name: 'Kurosawa', films: [{ title: 'Ran' }, { title: 'Ikiru' }] },
      { name: 'Tarkovsky', films: [{ title: 'Solaris' }] },
      { name: 'Varda', films: [] },
    ],
  ],
  ['one to one', '/films?select=film_facts(budget)&id=eq.1', [{ film_facts: { budget: 11 } }]],
  [
    'one to one, the other way',
    '/film_facts?select=films(title)&film_id=eq.1',
    [{ films: { title: 'Ran' } }],
  ],
  [
    'many to many',
    '/films?select=title,actors(name)&id=lt.3&order=id',
    [
      { title: 'Ran', actors: [{ name: 'Nakadai' }, { name: 'Shimura' }] },
      { title: 'Ikiru', actors: [{ name: 'Shimura' }] },
    ],
  ],
  [
    'through the junction table',
    '/films?select=roles(name,actors(name))&id=eq.2',
    [{ roles: [{ name: 'Watanabe', actors: { name: 'Shimura' } }] }],
  ],
  [
    'the parent in the same table, by its column',
    '/directors?select=name,chief_id(name)&id=eq.2',
    [{ name: 'Tarkovsky', chief_id: { name: 'Kurosawa' } }],
  ],
  [
    'the children in the same table, by the column as a hint',
    '/directors?select=pupils:directors!chief_id(name)&id=eq.1&pupils.order=name',
    [{ pupils: [{ name: 'Tarkovsky' }, { name: 'Varda' }] }],
  ],
  [
    'a hint that names the foreign key',
    '/films?select=studio:studios!films_studio(name),former:studios!films_former_studio(name)&id=eq.1',
    [{ studio: { name: 'Toho' }, former: { name: 'Mosfilm' } }],
  ],
  [
    'a hint that names the column',
    '/films?select=studios!former_studio_id(name)&id=eq.1',
    [{ studios: { name: 'Mosfilm' } }],
  ],
  [
    'the foreign key itself',
    '/films?select=films_director(name)&id=eq.1',
    [{ films_director: { name: 'Kurosawa' } }],
  ],
  [
    'a hint from the other side',
    '/studios?select=name,films!films_former_studio(title)&id=eq.2',
    [{ name: 'Mosfilm', films: [{ title: 'Ran' }] }],
  ],
  [
    'a hint that names the junction table',
    '/films?select=actors!roles(name)&id=eq.2',
    [{ actors: [{ name: 'Shimura' }] }],
  ],
  [
    'a view',
    '/long_films?select=name,directors(name)&order=id',
    [
      { name: 'Ran', directors: { name: 'Kurosawa' } },
      { name: 'Solaris', directors: { name: 'Tarkovsky' } },
    ],
  ],
  [
    'a view over a view',
    '/long_names?select=name,directors(name)&name=eq.Ran',
    [{ name: 'Ran', directors: { name: 'Kurosawa' } }],
  ],
  ['rows of a view', '/directors?select=long_films(name)&id=eq.2', [{ long_films: [{ name: 'Solaris' }] }]],
  [
    'a computed relationship',
    '/films?select=title,colleagues(title)&id=eq.1',
    [{ title: 'Ran', colleagues: [{ title: 'Ikiru' }] }],
  ],
  [
    'a computed relationship to one row',
    '/films?select=maker(name)&id=eq.1',
    [{ maker: { name: 'Kurosawa' } }],
  ],
  [
    'an inner join, which drops other rows',
    '/films?select=title,directors!inner(name)&directors.name=eq.Tarkovsky',
    [{ title: 'Solaris', directors: { name: 'Tarkovsky' } }],
  ],
  [
    'an inner join with many',
    '/directors?select=name,films!inner(title)&films.year=lt.1960',
    [{ name: 'Kurosawa', films: [{ title: 'Ikiru' }] }],
  ],
  [
    'an explicit left join, the default',
    '/films?select=title,directors!left(name)&id=eq.4',
    [{ title: 'Untitled', directors: null }],
  ],
  [
    'filters that keep the outer rows',
    '/directors?select=name,films(title)&films.year=gt.1980&order=id&limit=2',
    [
      { name: 'Kurosawa', films: [{ title: 'Ran' }] },
      { name: 'Tarkovsky', films: [] },
    ],
  ],
  [
    'an order and a limit of its own',
    '/directors?select=films(title)&id=eq.1&films.order=year&films.limit=1',
    [{ films: [{ title: 'Ikiru' }] }],
  ],
  [
    'an offset of its own',
    '/directors?select=films(title)&id=eq.1&films.order=year&films.offset=1',
    [{ films: [{ title: 'Ran' }] }],
  ],
  [
    'a filter by alias',
    '/directors?select=works:films(title)&id=eq.1&works.year=gt.1980',
    [{ works: [{ title: 'Ran' }] }],
  ],
  [
    'a filter by name despite the alias',
    '/directors?select=works:films(title)&id=eq.1&films.year=gt.1980',
    [{ works: [{ title: 'Ran' }] }],
  ],
  [
    'groups of filters',
    '/directors?select=films(title)&id=eq.1&films.or=(year.eq.1985,year.eq.1900)',
    [{ films: [{ title: 'Ran' }] }],
  ],
  [
    'three levels',
    '/directors?select=films(title,actors(name))&id=eq.2&films.actors.name=eq.Banionis',
    [{ films: [{ title: 'Solaris', actors: [{ name: 'Banionis' }] }] }],
  ],
  [
    'an order by a to-one relation',
    '/films?select=title,directors(name)&order=directors(name).desc.nullslast,id&limit=1',
    [{ title: 'Solaris', directors: { name: 'Tarkovsky' } }],
  ],
  [
    'an order by a column that is not selected',
    '/films?select=title,directors(name)&order=directors(born).desc.nullslast&limit=1',
    [{ title: 'Solaris', directors: { name: 'Tarkovsky' } }],
  ],
  [
    'only rows without related ones',
    '/films?select=title,directors()&directors=is.null',
    [{ title: 'Untitled' }],
  ],
  [
    'only rows with related ones',
    '/directors?select=name,films()&films=not.is.null&order=id',
    [{ name: 'Kurosawa' }, { name: 'Tarkovsky' }],
  ],
  [
    'either of two relations',
    '/films?select=id,film_facts(),directors()&or=(film_facts.not.is.null,directors.is.null)&order=id',
    [{ id: 1 }, { id: 3 }, { id: 4 }],
  ],
  [
    'spread',
    '/films?select=title,...directors(director:name)&id=eq.1',
    [{ title: 'Ran', director: 'Kurosawa' }],
  ],
  [
    'spread of spread',
    '/film_facts?select=budget,...films(title,...directors(name))&film_id=eq.1',
    [{ budget: 11, title: 'Ran', name: 'Kurosawa' }],
  ],
  [
    'spread of many, as lists',
    '/directors?select=name,...films(title,year)&id=in.(1,3)&films.order=year&order=id',
    [
      { name: 'Kurosawa', title: ['Ikiru', 'Ran'], year: [1952, 1985] },
      { name: 'Varda', title: [], year: [] },
    ],
  ],
  [
    'a count of each',
    '/directors?select=name,films(count())&order=id',
    [
      { name: 'Kurosawa', films: [{ count: 2 }] },
      { name: 'Tarkovsky', films: [{ count: 1 }] },
      { name: 'Varda', films: [{ count: 0 }] },
    ],
  ],
  [
    'groups by spread columns',
    '/films?select=...directors(name),count()&order=directors(name)',
    [
      { name: 'Kurosawa', count: 2 },
      { name: 'Tarkovsky', count: 1 },
      { name: null, count: 1 },
    ],
  ],
  [
    'aggregates within a spread',
    '/film_facts?select=...films(latest:year.max()),budget.sum()',
    [{ latest: 1985, sum: 12 }],
  ],
  [
    'groups by an embedded relation',
    '/films?select=directors(name),count()&director_id=eq.1',
    [{ directors: { name: 'Kurosawa' }, count: 2 }],
  ],
  [
    'all columns and an embedded relation',
    '/film_facts?select=*,films(title)&film_id=eq.3',
    [{ film_id: 3, budget: 1, films: { title: 'Solaris' } }],
  ],
])('%s', async (_what, path, rows) => {
  const { status, body } = await api.send(path)
  expect({ status, body }).toEqual({ status: 200, body: rows })
})

test.each<[what: string, path: string, status: number, code: string, words: RegExp]>([
  ['no relationship', '/films?select=vault(*)', 400, 'PGRST200', /'films' and 'vault'/],
  [
    'a name that is nearly right',
    '/films?select=directrs(*)',
    400,
    'PGRST200',
    /Perhaps you meant 'directors'/,
  ],
  ['more than one relationship', '/films?select=studios(*)', 300, 'PGRST201', /'studios!films_studio'/],
  ['a hint without a match', '/films?select=studios!nope(*)', 400, 'PGRST200', /using the hint 'nope'/],
  [
    'a filter on an unselected relation',
    '/films?directors.name=eq.x',
    400,
    'PGRST108',
    /'directors' is not an embedded resource/,
  ],
  ['an order on an unselected relation', '/films?order=directors(name)', 400, 'PGRST108', /directors/],
  [
    'an order by a to-many relation',
    '/directors?select=films(title)&order=films(title)',
    400,
    'PGRST118',
    /do not form a many-to-one/,
  ],
  ['a value filter on a relation', '/films?select=directors(*)&directors=eq.1', 400, 'PGRST120', /is null/],
  [
    'too deep nesting',
    `/directors?select=${'chief_id('.repeat(14)}name${')'.repeat(14)}`,
    400,
    'PGRST100',
    /12 levels/,
  ],
  [
    'too many relations',
    `/films?select=${Array.from({ length: 51 }, (_, n) => `a${n}:directors(name)`).join()}`,
    400,
    'PGRST100',
    /50 relations/,
  ],
])('%s is refused with an explanation', async (_what, path, status, code, words) => {
  const answer = await api.send(path)
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.text).toMatch(words)
})

test('recursion through the same table works up to the allowed depth', async () => {
  const { status, body } = await api.send(
    `/directors?id=eq.2&select=${'chief_id('.repeat(12)}name${')'.repeat(12)}`,
  )
  expect([status, body]).toEqual([200, [{ chief_id: { chief_id: null } }]])
})
