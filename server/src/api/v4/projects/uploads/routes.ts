import { authorizeUpload, keepUpload, pictureType, type StoredUpload } from '@forgefold/core/domains/projects/upload'
import { badParameters, type Rejection, refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, created, MalformedForm, type Route, readForm, route } from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { record, text } from '../../shape.js'

const GIBIBYTE = 1024 * 1024 * 1024
const LIMITS = { files: 1, fields: 50, parts: 60, fieldSize: 64 * 1024 }

/** Stores the form's file while it arrives. */
const keptFile = async (context: Context, project: string): Promise<E.Either<Rejection, StoredUpload>> => {
  const { forge, request } = context
  let kept: E.Either<Rejection, StoredUpload> = refuse(badParameters('file is missing'))
  try {
    await readForm(request.body.stream(), request.headers.get('content-type') ?? '', LIMITS, {
      field: () => undefined,
      file: async ({ name, filename: fileName, content }) => {
        if (name === 'file') kept = await keepUpload(forge, callerOf(context), { project, fileName, content })
      },
    })
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error
    return E.isLeft(kept) && kept.left.kind === 'TooLarge' ? kept : refuse(refused('The form could not be read'))
  }
  return kept
}

/** Files for texts (docs/reference/behaviour/projects.md#uploads). */
export const uploadRoutes: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: '/projects/:id/uploads',
    area: 'Projects',
    summary: 'Upload a file for issues, merge requests, notes and releases',
    caller: 'user',
    before: ({ forge, principal }, raw) => authorizeUpload(forge, { principal }, raw['id'] ?? ''),
    streamsBody: true,
    bodyLimit: GIBIBYTE,
    params: { id: projectId },
    success: {
      status: 201,
      description: 'Where it is',
      schemaFor: record('Upload', { alt: text, url: text, full_path: text, markdown: text }),
    },
    handler: async (context, { id }) => {
      const kept = await keptFile(context, id)
      if (E.isLeft(kept)) return kept
      const { access, name, secret } = kept.right
      const isPicture = pictureType(name) !== undefined
      const alt = isPicture ? name.slice(0, name.lastIndexOf('.')) : name
      const url = `/uploads/${secret}/${encodeURIComponent(name)}`
      return created({
        alt,
        url,
        full_path: `/${access.project.fullPath}${url}`,
        markdown: `${isPicture ? '!' : ''}[${alt}](${url})`,
      })
    },
  }),
]
