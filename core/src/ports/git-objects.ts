import type { Brand } from '../kernel/brand.js'
import type { Cancellation } from './cancellation.js'

/** The id of a git object: 40 lower-case hexadecimal digits. */
export type ObjectId = Brand<string, 'ObjectId'>

const OBJECT_ID = /^[0-9a-f]{40}$/

/**
 * Whether a text is the full id of an object.
 *
 * @example
 * assert.equal(isObjectId('HEAD'), false)
 */
export const isObjectId = (text: string): text is ObjectId => OBJECT_ID.test(text)

/**
 * Parses the full id of an object; digits may be upper case, as git accepts them.
 *
 * @example
 * assert.equal(readObjectId('A'.repeat(40)), 'a'.repeat(40))
 */
export const readObjectId = (text: string): ObjectId | undefined => {
  const id = text.toLowerCase()
  return isObjectId(id) ? id : undefined
}

/** The null id, which git uses where there is no object. */
export const NO_OBJECT = '0000000000000000000000000000000000000000' as ObjectId

/** The empty tree, which exists in every repository. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904' as ObjectId

/** An author, committer or tagger, with the time. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since the epoch. */
  readonly seconds: number
  /** Minutes east of Greenwich. */
  readonly offset: number
}

export interface Commit {
  readonly id: ObjectId
  readonly tree: ObjectId
  readonly parents: ReadonlyArray<ObjectId>
  readonly author: Signature
  readonly committer: Signature
  /** As written, with a final newline. */
  readonly message: string
}

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag'

/** A ref and its target. */
export interface Ref {
  /** In full: `refs/heads/main`. */
  readonly name: string
  /** The target object: for an annotated tag the tag object. */
  readonly target: ObjectId
  readonly kind: ObjectKind
  /** The commit of the target, through any number of tag objects; undefined where a tag points to something else. */
  readonly commit: ObjectId | undefined
}

/** An annotated tag. */
export interface TagObject {
  readonly id: ObjectId
  readonly name: string
  readonly target: ObjectId
  readonly targetKind: ObjectKind
  readonly tagger: Signature | undefined
  /** Without a signature. */
  readonly message: string
  /** Armoured; undefined where it has none. */
  readonly signature: string | undefined
}

export interface TreeEntry {
  readonly id: ObjectId
  /** The last segment of the path. */
  readonly name: string
  /** From the root, with slashes. */
  readonly path: string
  /** Six octal digits: 040000, 100644, 100755, 120000, 160000. */
  readonly mode: string
  readonly kind: 'tree' | 'blob' | 'commit'
}

/** A file of a commit. */
export interface BlobHandle {
  readonly id: ObjectId
  readonly path: string
  readonly mode: string
  /** In bytes. */
  readonly size: number
  /** The content as a stream; may be called again. With a signal it is read as fast as the client takes it, and the signal releases all resources. */
  readonly content: (signal?: Cancellation) => AsyncIterable<Uint8Array>
}

/** Consecutive lines of a file that were last changed by the same commit. */
export interface BlamedLines {
  readonly commit: ObjectId
  /** Without line ends. */
  readonly lines: ReadonlyArray<string>
}

/** A match of a text in a file. */
export interface TextMatch {
  readonly path: string
  /** The number of the first line shown, from 1. */
  readonly line: number
  /** The lines around it. */
  readonly text: string
}
