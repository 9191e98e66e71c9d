/** A multipart upload in progress. */
export interface ListedUpload {
  key: string
  id: string
  startedAt: string
}

export interface UploadsPageRequest {
  prefix: string
  /** Empty for none. */
  delimiter: string
  /** The last key or common prefix of the previous page; empty for the first page. */
  keyMarker: string
  /** Used with `keyMarker`: uploads of that key after this one are listed. */
  idMarker: string
  limit: number
  isUrlEncoded: boolean
}

/** A page of ListMultipartUploads: keys in byte order, uploads of a key by start. */
export function uploadsPage(uploads: readonly ListedUpload[], request: UploadsPageRequest) {
  const { prefix, delimiter, keyMarker, idMarker, limit, isUrlEncoded } = request
  const sorted = uploads
    .filter(({ key }) => key.startsWith(prefix))
    .sort((one, other) => compare(one.key, other.key) || byStart(one, other))
  const marker = sorted.find(({ key, id }) => key === keyMarker && id === idMarker)
  const left = sorted.filter((upload) => {
    if (keyMarker === '') return true
    if (delimiter !== '' && keyMarker.endsWith(delimiter) && upload.key.startsWith(keyMarker)) return false
    const order = compare(upload.key, keyMarker)
    return order > 0 || (order === 0 && marker !== undefined && byStart(upload, marker) > 0)
  })
  const entries: { key: string; upload?: ListedUpload }[] = []
  for (const upload of left) {
    const cut = delimiter === '' ? -1 : upload.key.indexOf(delimiter, prefix.length)
    const common = cut < 0 ? undefined : upload.key.slice(0, cut + delimiter.length)
    if (common === undefined) entries.push({ key: upload.key, upload })
    else if (entries.at(-1)?.key !== common) entries.push({ key: common })
    if (entries.length > limit) break
  }
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  const isTruncated = entries.length > limit && last !== undefined
  const encode = (text: string) => (isUrlEncoded ? encodeURIComponent(text).replaceAll('%2F', '/') : text)
  return {
    Prefix: encode(prefix),
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    ...(delimiter !== '' && { Delimiter: encode(delimiter) }),
    ...(isUrlEncoded && { EncodingType: 'url' }),
    MaxUploads: limit,
    IsTruncated: isTruncated,
    ...(isTruncated && { NextKeyMarker: encode(last.key), NextUploadIdMarker: last.upload?.id ?? last.key }),
    Upload: page.flatMap(({ upload }) =>
      upload ? [{ Key: encode(upload.key), UploadId: upload.id, Initiated: upload.startedAt }] : [],
    ),
    CommonPrefixes: page.flatMap(({ key, upload }) => (upload ? [] : [{ Prefix: encode(key) }])),
  }
}

const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

const byStart = (one: ListedUpload, other: ListedUpload) =>
  compare(one.startedAt, other.startedAt) || compare(one.id, other.id)
