/** Values of `If-None-Match` with the status that each is answered, for a response whose entity tag this is (RFC 9110 §13.1.2). */
export const ifNoneMatch = (etag: string): ReadonlyArray<readonly [header: string, status: number]> => [
  [etag, 304],
  [`W/${etag}`, 304],
  ['*', 304],
  [`"other", ${etag}`, 304],
  [`"other",W/${etag} , "third"`, 304],
  ['"other"', 200],
  [etag.replaceAll('"', ''), 200],
]
