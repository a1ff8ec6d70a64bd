import type { Commit, NewCommit, NewTag, ObjectId, ObjectKind, TagObject } from '@forgefold/core/ports'
import { decodeText } from './object-text.js'
import { decodeSignature, encodeSignature } from './signature.js'

interface Headers {
  readonly lines: ReadonlyArray<readonly [string, Uint8Array]>
  readonly body: Uint8Array
}

const SPACE = 0x20
const NEWLINE = 0x0a
const END_OF_HEADERS = Buffer.from('\n\n')

/** The longest name of a header that is read, with the blank behind it. */
const LONGEST_KEY = 'committer '.length
/** More header lines than commits of thousands of parents have; the rest is not read, whoever wrote it. */
const MAX_HEADERS = 50_000

/** Header lines up to the first empty one; folded lines (signatures) belong to the line before and are left out. */
const split = (bytes: Uint8Array): Headers => {
  const object = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = object.indexOf(END_OF_HEADERS)
  const header = found < 0 ? object : object.subarray(0, found + 1)
  const lines: Array<readonly [string, Uint8Array]> = []
  for (let at = 0, count = 0; at < header.length && count < MAX_HEADERS; count++) {
    const next = header.indexOf(NEWLINE, at)
    const line = header.subarray(at, next < 0 ? header.length : next)
    const gap = line.subarray(0, LONGEST_KEY).indexOf(SPACE)
    if (gap > 0) lines.push([line.toString('latin1', 0, gap), line.subarray(gap + 1)])
    at += line.length + 1
  }
  return { lines, body: found < 0 ? object.subarray(object.length) : object.subarray(found + 2) }
}

const ascii = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : Buffer.from(bytes).toString('latin1')

/** The armoured signature of a commit; undefined if it has none. */
export const decodeCommitSignature = (bytes: Uint8Array): string | undefined => {
  const object = Buffer.from(bytes).toString('latin1')
  const [header = ''] = object.split('\n\n', 1)
  const signed = /^gpgsig (.*(?:\n .*)*)/m.exec(header)?.[1]
  return signed?.replaceAll('\n ', '\n').trimEnd()
}

/** Reads a commit object. */
export const decodeCommit = (id: ObjectId, bytes: Uint8Array): Commit => {
  const { lines, body } = split(bytes)
  const first = (name: string): Uint8Array | undefined => lines.find(([key]) => key === name)?.[1]
  const given = first('encoding')
  const encoding = given === undefined ? undefined : ascii(given)
  const person = (name: string) => decodeSignature(decodeText(first(name) ?? new Uint8Array(), encoding))
  return {
    id,
    tree: ascii(first('tree')) as ObjectId,
    parents: lines.filter(([key]) => key === 'parent').map(([, value]) => ascii(value) as ObjectId),
    author: person('author'),
    committer: person('committer'),
    message: decodeText(body, encoding),
  }
}

/** The bytes of a commit object. The message is kept exactly: no newline is added to it. */
export const encodeCommit = ({ tree, parents, author, committer, message }: NewCommit): Uint8Array => {
  return Buffer.from(
    [
      `tree ${tree}\n`,
      ...parents.map((parent) => `parent ${parent}\n`),
      `author ${encodeSignature(author)}\n`,
      `committer ${encodeSignature(committer)}\n\n`,
      message.replaceAll('\0', ''),
    ].join(''),
    'utf8',
  )
}

const SIGNED = /^-----BEGIN (PGP|SSH|SIGNED) (SIGNATURE|MESSAGE)-----$/m

/** Reads an annotated tag. */
export const decodeTag = (id: ObjectId, bytes: Uint8Array): TagObject => {
  const { lines, body } = split(bytes)
  const first = (name: string): Uint8Array | undefined => lines.find(([key]) => key === name)?.[1]
  const tagger = first('tagger')
  const text = decodeText(body)
  const signature = SIGNED.exec(text)
  return {
    id,
    name: decodeText(first('tag') ?? new Uint8Array()),
    target: ascii(first('object')) as ObjectId,
    targetKind: ascii(first('type')) as ObjectKind,
    tagger: tagger === undefined ? undefined : decodeSignature(decodeText(tagger)),
    message: signature === null ? text : text.slice(0, signature.index),
    signature: signature === null ? undefined : text.slice(signature.index).trimEnd(),
  }
}

export const encodeTag = ({ name, target, tagger, message }: NewTag, kind: ObjectKind): Uint8Array => {
  const text = message.replaceAll('\0', '')
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  return Buffer.from(
    `object ${target}\ntype ${kind}\ntag ${name}\ntagger ${encodeSignature(tagger)}\n\n${text}${end}`,
    'utf8',
  )
}
