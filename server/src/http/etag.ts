import { hash } from 'node:crypto'
import type { HttpRequest } from './message.js'

/** A weak entity tag of a body (RFC 9110 §8.8.3). */
export const weakEtagOf = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`

/** JSON text that can be sent repeatedly, with its entity tag. */
export interface Fragment {
  readonly ready: string
  readonly etag: string
  /** The encoded text, where it is sent as a whole. */
  readonly bytes?: Uint8Array
}

export const fragmentOfText = (ready: string): Fragment => ({ ready, etag: weakEtagOf(ready) })

/** A fragment of a body that is sent often: encoding some 30 KB costs as much as everything else about reading a page. */
export const encodedFragment = ({ ready, etag }: Fragment): Fragment => ({ ready, etag, bytes: Buffer.from(ready) })

export const fragmentOf = (json: unknown): Fragment => fragmentOfText(JSON.stringify(json))

/** A list of fragments; its tag is derived from their tags, which are shorter than their texts. */
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

/** Whether an `If-None-Match` header contains the tag, by weak comparison (RFC 9110 §13.1.2). */
const matchesEtag = (header: string, tag: string): boolean => {
  if (header === tag || header.trim() === '*') return true
  const wanted = opaque(tag)
  return header.split(',').some((one) => opaque(one.trim()) === wanted)
}

/** Whether a read is answered 304: the client has the representation with this entity tag. */
export const isNotModified = ({ headers }: Pick<HttpRequest, 'headers'>, tag: string): boolean => {
  const known = headers.get('if-none-match')
  return known !== undefined && matchesEtag(known, tag)
}
