/** Where the time and date of an entry stand, four bytes in all, behind the signature of its local header and of its central one (APPNOTE.TXT 4.3.7, 4.3.12). */
const PLACES: ReadonlyArray<readonly [signature: string, offset: number]> = [
  ['PK\x03\x04', 10],
  ['PK\x01\x02', 12],
]

/** The same bytes, a zip archive without the times of its entries. */
export const withoutZipTimes = (bytes: Uint8Array): Buffer => {
  const copy = Buffer.from(bytes)
  if (!copy.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return copy
  for (const [signature, offset] of PLACES)
    for (let at = copy.indexOf(signature, 0, 'latin1'); at >= 0; at = copy.indexOf(signature, at + 4, 'latin1'))
      copy.fill(0, at + offset, Math.min(at + offset + 4, copy.length))
  return copy
}
