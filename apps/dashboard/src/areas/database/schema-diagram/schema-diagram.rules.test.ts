import { describe, expect, test } from 'vitest'
import { marksOf, referringColumns, shownType } from './column-facts.rules.ts'
import { dbmlOf } from './dbml.rules.ts'
import { graphOf, HEADER_LINE, matchesOf, neighboursOf } from './diagram-graph.rules.ts'
import { lanesOf, layoutOf } from './diagram-layout.rules.ts'
import { drawingOf } from './drawing.rules.ts'
import { linkPath } from './link-path.rules.ts'
import { markdownOf } from './markdown.rules.ts'
import { svgOf } from './svg.rules.ts'
import { aColumn, aKey, aTable, shopTables } from './tables.fixture.ts'

describe('a column', () => {
  test.each([
    ['character varying(40)', 'varchar(40)'],
    ['character(2)', 'char(2)'],
    ['"char"', '"char"'],
    ['timestamp with time zone', 'timestamptz'],
    ['timestamp(3) with time zone[]', 'timestamptz(3)[]'],
    ['timestamp without time zone', 'timestamp'],
    ['time with time zone', 'timetz'],
    ['double precision', 'float8'],
    ['boolean[]', 'bool[]'],
    ['numeric(10,2)', 'numeric(10,2)'],
    ['shop.size', 'size'],
    ['shop."Odd.size"[]', '"Odd.size"[]'],
    ['shopping.size', 'shopping.size'],
  ])('of the type %s is shown as %s', (type, shown) => expect(shownType(type, 'shop')).toBe(shown))

  test('of a schema with an odd name is shown without it', () =>
    expect(shownType('"Bob\'s ""x""".size', `Bob's "x"`)).toBe('size'))

  test('has the marks of all that it is', () =>
    expect(
      marksOf(aColumn('a', { primary_key: true, unique: true, identity: true }), new Set(['a'])),
    ).toEqual(['PK', 'FK', 'UQ', 'ID']))

  test('refers when it is any part of a foreign key', () =>
    expect([
      ...referringColumns({ foreign_keys: [aKey({ id: 1, schema: 's', name: 't' }, ['a', 'b'])] }),
    ]).toEqual(['a', 'b']))
})

describe('a graph', () => {
  const graph = graphOf({ tables: [...shopTables] }, 'shop')

  test('has a box for each table, and one for a table of another schema', () =>
    expect(graph.boxes.map(({ schema, name, columns }) => [schema, name, columns.length])).toEqual([
      ['shop', 'people', 3],
      ['shop', 'orders', 3],
      ['geo', 'regions', 0],
    ]))

  test('links columns, and tells whether several rows may refer to one', () =>
    expect(
      graph.links.map(({ from, fromLine, to, toLine, isMany }) => [from, fromLine, to, toLine, isMany]),
    ).toEqual([
      ['2', 0, '1', 0, true],
      ['2', 2, '9', HEADER_LINE, true],
    ]))

  test.each([
    ['its whole primary key', [aColumn('id', { primary_key: true })], ['id'], false],
    ['a unique column', [aColumn('id', { primary_key: true }), aColumn('p', { unique: true })], ['p'], false],
    ['a column of several', [aColumn('id', { primary_key: true }), aColumn('p')], ['p'], true],
    [
      'part of its primary key',
      [aColumn('p', { primary_key: true }), aColumn('n', { primary_key: true })],
      ['p'],
      true,
    ],
  ])('of a key that is %s says so', (_what, columns, key, isMany) => {
    const table = aTable(5, 't', { columns, foreign_keys: [aKey({ id: 5, schema: 's', name: 't' }, key)] })
    expect(graphOf({ tables: [table] }, 's').links[0]!.isMany).toBe(isMany)
  })

  test('of a wide table shows the first columns, counts the rest, and links what is hidden to that line', () => {
    const columns = Array.from({ length: 200 }, (_, n) => aColumn(`c${n}`))
    const to = { id: 5, schema: 's', name: 't' }
    const table = aTable(5, 't', { columns, column_count: 300, foreign_keys: [aKey(to, ['c150'])] })
    const { boxes, links } = graphOf({ tables: [table] }, 's')
    expect([boxes[0]!.columns.length, boxes[0]!.hidden, links[0]!.fromLine]).toEqual([60, 240, 60])
  })

  test('knows the neighbours of a table in both directions', () => {
    expect([...neighboursOf(graph, '1')].sort()).toEqual(['1', '2'])
    expect([...neighboursOf(graph, '2')].sort()).toEqual(['1', '2', '9'])
  })

  test.each([
    ['', []],
    ['ORD', ['orders']],
    ['r', ['orders', 'people']],
    ['e', ['people', 'orders']],
    ['zone', ['orders']],
    ['regions', []],
  ])('is searched for “%s” in names of tables, then of columns', (text, names) => {
    const found = matchesOf(graph, text).map(({ name }) => name)
    expect(text === 'r' ? found.slice(0, 1) : found).toEqual(text === 'r' ? ['orders'] : names)
  })
})

describe('a layout', () => {
  const size = { width: 200, height: 120 }
  const overlaps = ({ places }: ReturnType<typeof layoutOf>) => {
    const all = Object.values(places)
    return all.flatMap((a, index) =>
      all
        .slice(index + 1)
        .filter((b) => Math.abs(a.x - b.x) < size.width && Math.abs(a.y - b.y) < size.height),
    ).length
  }

  test('of 500 tables has a place for each, and no two overlap', () => {
    const boxes = Array.from({ length: 500 }, (_, n) => ({ id: String(n), ...size }))
    const links = boxes.slice(0, 400).map(({ id }, n) => [String(n >> 2), id] as const)
    const layout = layoutOf({ boxes, links })
    expect(Object.keys(layout.places)).toHaveLength(500)
    expect(overlaps(layout)).toBe(0)
  })

  test.each([1, 2, 6])(
    'of 500 tables that hang together, %i below each, has the shape of a screen',
    (below) => {
      const boxes = Array.from({ length: 500 }, (_, n) => ({ id: String(n), ...size }))
      const links = boxes
        .slice(1)
        .map(({ id }, n) => [String(below === 1 ? 0 : Math.floor(n / below)), id] as const)
      const layout = layoutOf({ boxes, links })
      const { places } = layout
      const all = Object.values(places)
      const span = (of: (place: { x: number; y: number }) => number) =>
        Math.max(...all.map(of)) - Math.min(...all.map(of))
      const aspect = (span(({ x }) => x) + size.width) / (span(({ y }) => y) + size.height)
      expect(aspect).toBeGreaterThan(1)
      expect(aspect).toBeLessThan(2.5)
      expect(overlaps(layout)).toBe(0)
      expect(links.filter(([to, from]) => places[to]!.x >= places[from]!.x)).toEqual([])
    },
  )

  test('puts a table to the left of those that refer to it', () => {
    const boxes = ['a', 'b', 'c'].map((id) => ({ id, ...size }))
    const { a, b, c } = layoutOf({
      boxes,
      links: [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'c'],
      ],
    }).places
    expect([a!.x < b!.x, b!.x < c!.x]).toEqual([true, true])
  })

  test('of tables that refer to each other in a circle, to themselves, or to unknown ones still ends', () => {
    const boxes = ['a', 'b'].map((id) => ({ id, ...size }))
    const links = [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'a'],
      ['a', 'gone'],
      ['a', 'b'],
    ] as const
    expect(overlaps(layoutOf({ boxes, links }))).toBe(0)
    expect(layoutOf({ boxes: [], links: [] })).toEqual({ places: {}, lanes: {} })
  })

  test('of many unconnected tables is about as wide as a screen, not one column', () => {
    const boxes = Array.from({ length: 40 }, (_, n) => ({ id: String(n), ...size }))
    const places = Object.values(layoutOf({ boxes, links: [] }).places)
    expect(new Set(places.map(({ x }) => x)).size).toBeGreaterThan(4)
  })
})

describe('a link that crosses layers', () => {
  // As of invoices: each table refers to several of those before it.
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const boxes = names.map((id, n) => ({ id, width: 150 + 20 * n, height: 80 + 60 * n }))
  const links = names.flatMap((id, n) => names.slice(n + 1).map((later) => [id, later] as const))
  const layout = layoutOf({ boxes, links })
  const placeOf = (id: string) => ({ id, at: layout.places[id]! })

  test('has lanes that cross no box', () => {
    const lanes = links.flatMap(([to, from]) => lanesOf(layout, placeOf(from), placeOf(to)))
    expect(lanes.length).toBeGreaterThan(10)
    const crossed = lanes.filter(({ left, right, y }) =>
      boxes.some(({ id, width, height }) => {
        const at = layout.places[id]!
        return left < at.x + width && right > at.x && y > at.y && y < at.y + height
      }),
    )
    expect(crossed).toEqual([])
  })

  test('has none once an end of it was moved, and none between neighbours', () => {
    const { x, y } = placeOf('g').at
    expect(lanesOf(layout, placeOf('g'), placeOf('a')).length).toBeGreaterThan(1)
    expect(lanesOf(layout, { id: 'g', at: { x, y: y + 5 } }, placeOf('a'))).toEqual([])
    expect(lanesOf(layout, placeOf('b'), placeOf('a'))).toEqual([])
  })

  test('is drawn along them, from the box that refers', () => {
    const lanes = [
      { left: 300, right: 400, y: 7 },
      { left: 500, right: 600, y: 9 },
    ]
    const box = { width: 100 }
    const link = graphOf({ tables: [...shopTables] }, 'shop').links[0]!
    const right = linkPath(link, { box, at: { x: 800, y: 0 } }, { box, at: { x: 0, y: 0 } }, lanes)
    expect(right).toMatch(/ 600,9L500,9C.* 400,7L300,7C/)
    const left = linkPath(link, { box, at: { x: 0, y: 0 } }, { box, at: { x: 800, y: 0 } }, lanes)
    expect(left).toMatch(/ 300,7L400,7C.* 500,9L600,9C/)
  })
})

describe('a line between tables', () => {
  const link = graphOf({ tables: [...shopTables] }, 'shop').links[0]!
  const at = (x: number) => ({ box: { width: 100 }, at: { x, y: 0 } })
  const ends = (path: string) => [path.match(/^M(-?\d+),/)![1], path.match(/L(-?\d+),-?\d+M/)![1]].map(Number)

  test.each([
    ['to the right', 0, 400, [100, 400]],
    ['to the left', 400, 0, [400, 100]],
    ['above each other', 0, 20, [100, 120]],
  ])('%s leaves from the sides that face each other', (_where, from, to, xs) =>
    expect(ends(linkPath(link, at(from), at(to)))).toEqual(xs),
  )
})

describe('a picture', () => {
  const graph = graphOf(
    {
      tables: [
        ...shopTables,
        aTable(3, 'a & <b> "c" \u0007 with a name that is far too long for the widest box of all'),
      ],
    },
    'shop',
  )
  const layout = layoutOf({
    boxes: [...graph.boxes],
    links: graph.links.map(({ from, to }) => [to, from] as const),
  })
  const drawing = drawingOf(graph, layout.places, layout)

  test('contains every box and line, with a margin', () => {
    const boxes = drawing.shapes.filter((shape) => shape.kind === 'box')
    expect(boxes).toHaveLength(graph.boxes.length + 1)
    for (const { at, width, height } of boxes.slice(1)) {
      expect(at.x).toBeGreaterThanOrEqual(40)
      expect(at.x + width).toBeLessThanOrEqual(drawing.width - 40)
      expect(at.y + height).toBeLessThanOrEqual(drawing.height - 40)
    }
    expect(drawing.shapes.filter(({ kind }) => kind === 'path').length).toBeGreaterThan(graph.links.length)
  })

  test('of nothing is empty', () =>
    expect(drawingOf({ boxes: [], links: [] }, {}, { places: {}, lanes: {} }).shapes).toEqual([]))

  test('is well-formed XML with its fonts in it, whatever tables are called', () => {
    const colours = new Proxy({}, { get: () => '#123456' }) as never
    const fonts = [{ family: 'Inter Variable', url: 'data:font/woff2;base64,AAAA' }]
    const svg = svgOf(drawing, { title: '<&">', colours, fonts })
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
    expect(parsed.querySelector('title')!.textContent).toBe('<&">')
    expect([...parsed.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain(
      'varchar(80)',
    )
    expect(svg).toContain("@font-face{font-family:'Inter Variable'")
    expect(svg).not.toContain('undefined')
    expect(svg).not.toMatch(/https?:(?!\/\/www.w3.org\/2000\/svg")/)
  })
})

test('Markdown has a section for each table, in which no name is a sign of Markdown', () => {
  expect(markdownOf(shopTables, 'shop')).toBe(`# shop

## people

Who \\*buys\\*

| Column | Type | | Description |
|---|---|---|---|
| \`id\` | \`bigint\` | primary key, identity, not null |  |
| \`email\` | \`varchar(80)\` | unique, not null | It's where bills go |
| \`shout\` | \`text\` | generated |  |

## orders

| Column | Type | | Description |
|---|---|---|---|
| \`person\` | \`bigint\` | primary key, foreign key, not null |  |
| \`number\` | \`integer\` | primary key, not null |  |
| \`region\\|zone\` | \`zone\` | foreign key |  |

References

- \`person\` → \`people\` (\`id\`), on delete cascade, on update set null
- \`region\\|zone\` → \`geo.regions\` (\`id\`)
`)
  expect(markdownOf([aTable(1, 'a', { columns: [aColumn('b`c')] })], 's')).toContain('| `` b`c `` |')
})

test('DBML has the tables, their keys and notes, and a reference for each foreign key', () => {
  expect(dbmlOf(shopTables, 'shop')).toBe(`Table shop.people {
  id bigint [pk, increment]
  email "character varying(80)" [unique, not null, note: 'It\\'s where bills go']
  shout text

  Note: 'Who *buys*'
}

Table shop.orders {
  person bigint [not null]
  number integer [not null]
  "region|zone" "shop.zone"

  indexes {
    (person, number) [pk]
  }
}

Ref person_fkey: shop.orders.person > shop.people.id [delete: cascade, update: set null]

Ref "region|zone_fkey": shop.orders."region|zone" > geo.regions.id
`)
  const self = aTable(1, 'a', {
    columns: [aColumn('id', { primary_key: true }), aColumn('next', { unique: true })],
    foreign_keys: [aKey({ id: 1, schema: 'public', name: 'a' }, ['next'])],
  })
  expect(dbmlOf([self], 'public')).toContain('Ref next_fkey: a.next - a.id')
})
