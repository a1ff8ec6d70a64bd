import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream, Busboy as Parser } from '@fastify/busboy'
import { BodyAborted } from './message.js'

/** The bytes are no complete multipart form. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm'
}

export interface FormFile {
  readonly name: string
  readonly filename: string
  readonly contentType: string
  /** Unread content is discarded. */
  readonly content: AsyncIterable<Uint8Array>
}

export interface FormHandlers {
  readonly field: (name: string, value: string) => void
  /** Its promise is awaited before the form ends. */
  readonly file: (file: FormFile) => Promise<void>
}

export interface FormLimits {
  /** The most parts of a form. */
  readonly parts?: number
  readonly files?: number
  readonly fields?: number
  /** The most bytes of a field; longer ones are truncated. */
  readonly fieldSize: number
}

/** Loaded with the first form. */
const library = (): { readonly Busboy: typeof Parser } => createRequire(import.meta.url)('@fastify/busboy')

/**
 * Parses a multipart form (RFC 7578) while it arrives. Throws `MalformedForm`; `BodyAborted` where the client disconnected; errors of handling
 * a file, at once.
 *
 * It owns the parser and the streams of its files: when the form ends early, all of them end too, and their readers with them.
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
      // The parser reports a truncated form to its file without ending it, and its reader would fail with the parser's own error.
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
