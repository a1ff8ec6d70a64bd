import { type OpenedRepository, openRepository } from '@forgefold/core/domains/projects/repository'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import type { BlobHandle, ObjectId } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, required, string } from '../../../../http/index.js'

/** The part of the documentation that files belong to. */
export const FILES = 'Repository files'
/** The path of one file. */
export const FILE = '/projects/:id/repository/files/:file_path'
/** `:file_path` of a file. */
export const filePath = required(string(), 'The URL-encoded path of the file')

interface Found {
  readonly opened: OpenedRepository
  readonly commit: ObjectId
  readonly file: BlobHandle
}

/** The attributes of a file as headers (`X-Gitlab-Blob-Id`), which HEAD returns without the content; names are percent-encoded. */
export const headersOf = (
  facts: Readonly<Record<string, string | number | boolean>>,
): ReadonlyArray<readonly [string, string]> =>
  Object.entries(facts).map(([name, value]) => [
    `X-Gitlab-${name
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('-')}`,
    encodeURI(String(value)),
  ])

/** The file of the path and `ref`. Rejections: `NotFound` (Project, Repository, Commit, File); `Forbidden`. */
export const findFile = async (
  { forge, principal }: Context,
  params: { readonly id: string; readonly file_path: string; readonly ref?: string | undefined },
): Promise<E.Either<Rejection, Found>> => {
  const opened = await openRepository(forge, { principal }, params.id)
  if (E.isLeft(opened)) return opened
  const { readAt, git } = opened.right
  const read = await readAt(params.ref === 'HEAD' ? undefined : params.ref, (id) => git.file(id, params.file_path))
  if (read === undefined) return E.left(notFound('Commit'))
  const { commit, found: file } = read
  return file === undefined ? E.left(notFound('File')) : E.right({ opened: opened.right, commit, file })
}
