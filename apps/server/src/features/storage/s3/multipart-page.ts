/** An upload in parts that is under way. */
export interface ListedUpload {
  key: string
  id: string
  startedAt: string
}

export interface UploadsPageRequest {
  prefix: string
  /** Empty for none. */
  delimiter: string
  /** The last key or common prefix of the page before; empty for the first page. */
  keyMarker: string
  /** Counts together with `keyMarker`: uploads of that very key are listed that come after this one. */
  idMarker: string
  limit: number
  isUrlEncoded: boolean
}

/** A page of ListMultipartUploads: keys in the order of their bytes, uploads of one key by when they began. */
export function uploadsPage(uploads: readonly ListedUpload[], request: UploadsPageRequest) {
  const { prefix, delimiter, keyMarker, idMarker, limit, isUrlEncoded } = request
  const sorted = uploads
    .filter(({ key }) => key.startsWith(prefix))
    .sort((one, other) => compare(one.key, other.key) || began(one, other))
  const marker = sorted.find(({ key, id }) => key === keyMarker && id === idMarker)
  const left = sorted.filter((upload) => {
    if (keyMarker === '') return true
    if (delimiter !== '' && keyMarker.endsWith(delimiter) && upload.key.startsWith(keyMarker)) return false
    const order = compare(upload.key, keyMarker)
    return order > 0 || (order === 0 && marker !== undefined && began(upload, marker) > 0)
  })
  const entries: { key: string; upload?: ListedUpload }[] = []
  for (const upload of left) {
    const cut = delimiter === '' ? -1 : upload.key.indexOf(delimiter, prefix.length)
    const common = cut < 0 ? undefined : upload.key.slice(0, cut + delimiter.length)
    if (common === undefined) entries.push({ key: upload.key, upload })
    else if (entries.at(-1)?.key !== common) entries.push({ key: common })
    if (entries.length > limit) break
  }
  const shown = entries.slice(0, limit)
  const last = shown.at(-1)
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
    Upload: shown.flatMap(({ upload }) =>
      upload ? [{ Key: encode(upload.key), UploadId: upload.id, Initiated: upload.startedAt }] : [],
    ),
    CommonPrefixes: shown.flatMap(({ key, upload }) => (upload ? [] : [{ Prefix: encode(key) }])),
  }
}

const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

const began = (one: ListedUpload, other: ListedUpload) =>
  compare(one.startedAt, other.startedAt) || compare(one.id, other.id)
