import { type AskRows, afterAll, binding, folderPrefix, LAST } from './listing.store.ts'

/** A folder may be spelled in many ways at once; so many are looked at. */
const SPELLINGS_MAX = 5

/**
 * How a folder is spelled that exists only in another case: none if it exists as given. Each letter is looked up in the
 * index in both cases, so the cost is in letters, not in objects. Ask as the service: policies then decide about what
 * is listed, and no rows that they hide are read here.
 */
export async function otherSpellings(ask: AskRows, bucket: string, folder: string): Promise<string[]> {
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
  const rows = await ask({
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
