import { hash } from 'node:crypto'

/** A weak entity tag of a body (RFC 9110 §8.8.3). */
export const weakTagOf = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`

const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)

/** Whether an `If-None-Match` header names the tag, compared weakly (RFC 9110 §13.1.2). */
export const namesTag = (header: string, tag: string): boolean => {
  if (header === tag || header.trim() === '*') return true
  const wanted = opaque(tag)
  return header.split(',').some((one) => opaque(one.trim()) === wanted)
}
