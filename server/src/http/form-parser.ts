import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream, Busboy as Parser } from '@fastify/busboy'
import { BodyAborted } from './message.js'

/** The bytes are no multipart form, or not all of one. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm'
}

export interface FormFile {
  readonly name: string
  readonly filename: string
  readonly contentType: string
  /** A rest that nobody reads is dropped. */
  readonly content: AsyncIterable<Uint8Array>
}

export interface FormHandlers {
  readonly field: (name: string, value: string) => void
  /** What it begins is awaited before the form is done. */
  readonly file: (file: FormFile) => Promise<void>
}

export interface FormLimits {
  /** More parts than this are no form. */
  readonly parts?: number
  readonly files?: number
  readonly fields?: number
  /** Bytes of a field; the rest of a longer one is cut off. */
  readonly fieldSize: number
}

/** Loaded with the first form. */
const library = (): { readonly Busboy: typeof Parser } => createRequire(import.meta.url)('@fastify/busboy')

/**
 * Reads a multipart form (RFC 7578) as it comes. Throws `MalformedForm`; `BodyAborted` where the client went away; what taking a file throws, at once.
 *
 * It owns the parser and the streams of its files: when the form ends before its time, each of them ends too, and so does whoever reads it.
 */
export const readForm = async (
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  limits: FormLimits,
  { field, file }: FormHandlers,
): Promise<void> => {
  const open = new Set<BusboyFileStream>()
  const taken: Array<Promise<void>> = []
  let failure: Error | undefined
  const parser = parserFor(contentType, limits)
  parser.on('field', (name: string | undefined, value) => {
    if (name !== undefined) field(name, value)
  })
  parser.on('file', (name: string | undefined, content, filename: string | undefined, _encoding, type) => {
    open.add(content)
    content.on('error', () => {
      // The parser tells its file that the form is cut off without ending it; whoever reads it would fail with the parser's own words.
      if (!content.destroyed) failure ??= new MalformedForm()
      content.destroy(new MalformedForm())
    })
    content.once('close', () => open.delete(content))
    const readable = content.iterator({ destroyOnReturn: false })
    const done = file({ name: name ?? '', filename: filename ?? '', contentType: type, content: readable })
    done.then(
      () => content.resume(),
      (error: Error) => {
        failure ??= error
        parser.destroy(error)
      },
    )
    taken.push(done)
  })
  parser.once('partsLimit', () => parser.destroy(new MalformedForm()))
  try {
    await pipeline(Readable.from(body, { objectMode: false }), parser)
  } catch (error) {
    for (const content of open) content.destroy(new MalformedForm())
    await Promise.allSettled(taken)
    throw error instanceof BodyAborted ? error : (failure ?? new MalformedForm())
  }
  await Promise.all(taken)
}

const parserFor = (contentType: string, limits: FormLimits): InstanceType<typeof Parser> => {
  try {
    return new (library().Busboy)({ headers: { 'content-type': contentType }, limits })
  } catch {
    throw new MalformedForm()
  }
}
