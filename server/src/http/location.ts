/** An address as a header may hold it (RFC 9110 §10.2.2): whatever is no visible ASCII is percent-encoded. */
export const locationOf = (address: string): string =>
  Buffer.from(address)
    .toString()
    .replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
