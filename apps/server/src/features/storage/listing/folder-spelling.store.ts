import { afterAll, binding, folderPrefix, LAST, type QueryRows } from './listing.store.ts'

/** The maximum number of spellings to try. */
const SPELLINGS_MAX = 5

/**
 * The spellings of a folder that exists only in another case; none if it exists as given. Probes the index for each
 * letter in both cases, so the cost depends on letters, not on objects. Query as the service: policies apply to the
 * listing itself, and no hidden rows are read here.
 */
export async function otherSpellings(query: QueryRows, bucket: string, folder: string): Promise<string[]> {
  const prefix = folderPrefix(folder)
  if (prefix.toLowerCase() === prefix.toUpperCase()) return []
  const { values, bind } = binding()
  const of = `bucket_id = ${bind(bucket)}::text`
  const [given, end, count] = [
    `${bind(prefix)}::text`,
    `${bind(afterAll(prefix))}::text`,
    bind(SPELLINGS_MAX),
  ]
  const letter = `substr(${given}, spelling.at, 1)`
  const rows = await query({
    text: `with recursive spelling(text, at) as (
        select '', 1 where not exists (
          select from storage.objects where ${of} and folder >= ${given} and folder < ${end})
        union all
        select spelling.text || cased.letter, spelling.at + 1
        from spelling cross join lateral (select lower(${letter}) union select upper(${letter})) cased(letter)
        where spelling.at <= length(${given}) and exists (
          select from storage.objects where ${of}
            and folder >= spelling.text || cased.letter and folder < spelling.text || cased.letter || ${LAST})
      ) select text from spelling where at > length(${given}) order by text limit ${count}::int`,
    values,
  })
  return rows.map(([text]) => text!)
}
