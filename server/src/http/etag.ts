import { createHash } from 'node:crypto'

/** A weak tag of a body. */
export const weakTag = (body: string): string => `W/"${createHash('md5').update(body).digest('hex')}"`

/** Whether the client has this body already (RFC 9110 §13.1.2; tags compare weakly). */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  const bare = tag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === bare)
}
