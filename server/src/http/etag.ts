import { hash } from 'node:crypto'
import type { HttpRequest } from './message.js'

/** A weak entity tag of a body (RFC 9110 §8.8.3). */
export const weakEtagOf = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`

/** JSON text that is ready to be sent again and again, with its entity tag. */
export interface Fragment {
  readonly ready: string
  readonly etag: string
  /** The same text as it goes over the wire, where it is sent as a whole. */
  readonly bytes?: Uint8Array
}

export const fragmentOfText = (ready: string): Fragment => ({ ready, etag: weakEtagOf(ready) })

/** The fragment for a body that is sent many times: encoding some 30 KB costs as much as all that is done besides to read a page. */
export const encodedFragment = ({ ready, etag }: Fragment): Fragment => ({ ready, etag, bytes: Buffer.from(ready) })

export const fragmentOf = (json: unknown): Fragment => fragmentOfText(JSON.stringify(json))

/** A list of fragments; its tag is made of theirs, which are shorter than what they stand for. */
export const joinedFragments = (parts: ReadonlyArray<Fragment>): Fragment => {
  let ready = '['
  let tags = ''
  for (const part of parts) {
    ready += ready === '[' ? part.ready : `,${part.ready}`
    tags += part.etag
  }
  return { ready: `${ready}]`, etag: weakEtagOf(tags) }
}

const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)

/** Whether an `If-None-Match` header names the tag, compared weakly (RFC 9110 §13.1.2). */
const matchesEtag = (header: string, tag: string): boolean => {
  if (header === tag || header.trim() === '*') return true
  const wanted = opaque(tag)
  return header.split(',').some((one) => opaque(one.trim()) === wanted)
}

/** Whether a read is answered 304: the client holds the representation that has this entity tag. */
export const isNotModified = ({ headers }: Pick<HttpRequest, 'headers'>, tag: string): boolean => {
  const known = headers.get('if-none-match')
  return known !== undefined && matchesEtag(known, tag)
}
