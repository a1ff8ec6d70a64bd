import { createHash } from 'node:crypto'
import { type CommitFiles, commitFiles } from '@forgefold/core/domains/projects/repository'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  boolean,
  type Context,
  created,
  ok,
  oneOf,
  optional,
  type Route,
  required,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { contentOf, ENCODINGS, filesInBody } from './actions.js'
import { bytesOf, download } from './blob-content.js'
import { FILE, FILES, filePath, findFile, headersOf } from './found-file.js'
import { fileShape, writtenFileShape } from './shape.js'

const one = route({
  method: 'GET',
  path: FILE,
  area: FILES,
  summary: 'Read a file with its content',
  caller: 'anyone',
  scopes: ['read_repository'],
  params: { id: projectId, file_path: filePath, ref: required(string(), 'A branch, a tag or a commit') },
  success: { status: 200, description: 'The file', schemaFor: fileShape },
  handler: async (context, params) => {
    const found = await findFile(context, params)
    if (E.isLeft(found)) return found
    const { opened, commit, file } = found.right
    const [read, [last]] = await Promise.all([
      bytesOf(file),
      opened.git.log({ from: [commit], path: file.path, limit: 1 }),
    ])
    if (E.isLeft(read)) return read
    const bytes = read.right
    const facts = {
      file_name: file.path.slice(file.path.lastIndexOf('/') + 1),
      file_path: file.path,
      size: file.size,
      encoding: 'base64',
      content_sha256: createHash('sha256').update(bytes).digest('hex'),
      ref: params.ref,
      blob_id: file.id,
      commit_id: commit,
      last_commit_id: last?.id ?? commit,
      execute_filemode: file.mode === '100755',
    }
    return answer({ status: 200, headers: headersOf(facts), json: { ...facts, content: bytes.toString('base64') } })
  },
})

const raw = route({
  method: 'GET',
  path: `${FILE}/raw`,
  area: FILES,
  summary: 'Read the bytes of a file',
  caller: 'anyone',
  scopes: ['read_repository'],
  params: { id: projectId, file_path: filePath, ref: optional(string(), 'A branch, a tag or a commit') },
  success: { status: 200, description: 'The bytes', mediaType: 'application/octet-stream' },
  handler: async (context, params) => {
    const found = await findFile(context, params)
    if (E.isLeft(found)) return found
    const { file } = found.right
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    return download('application/octet-stream', name, file.content(context.request.signal), file.size)
  },
})

const where = {
  id: projectId,
  file_path: filePath,
  branch: required(string(), 'The branch to write to', { refusesBlank: true }),
  commit_message: required(string(), 'The message', { refusesBlank: true }),
  start_branch: optional(string(), 'The branch that a new one begins at'),
  author_name: optional(string(), 'The author, if it is not the caller'),
  author_email: optional(string(), "The author's address"),
}
const what = {
  content: required(string(), 'The content'),
  encoding: optional(oneOf(ENCODINGS), 'How the content is written'),
  execute_filemode: optional(boolean(), 'Whether the file can be executed'),
}
const guard = { last_commit_id: optional(revision, 'The commit that last touched the file, as the caller knows it') }

interface Where {
  readonly id: string
  readonly file_path: string
  readonly branch: string
  readonly commit_message: string
  readonly start_branch: string | undefined
  readonly author_name: string | undefined
  readonly author_email: string | undefined
}

const write = async (context: Context, params: Where, actions: CommitFiles['actions']) =>
  commitFiles(context.forge, callerOf(context), {
    project: params.id,
    branch: params.branch,
    message: params.commit_message,
    actions,
    startBranch: params.start_branch,
    authorName: params.author_name,
    authorEmail: params.author_email,
  })

const shown = ({ file_path, branch }: Where) => ({ file_path, branch })

const create = route({
  method: 'POST',
  path: FILE,
  area: FILES,
  summary: 'Create a file',
  caller: 'anyone',
  ...filesInBody,
  params: { ...where, ...what },
  success: { status: 201, description: 'Where it was written', schemaFor: writtenFileShape },
  handler: async (context, params) => {
    const { file_path: path, content, encoding, execute_filemode } = params
    const executable = execute_filemode === true
    const action = { action: 'create', path, content: contentOf(content, encoding), executable } as const
    const done = await write(context, params, [action])
    return E.isLeft(done) ? done : created(shown(params))
  },
})

const update = route({
  method: 'PUT',
  path: FILE,
  area: FILES,
  summary: 'Change a file',
  caller: 'anyone',
  ...filesInBody,
  params: { ...where, ...what, ...guard },
  success: { status: 200, description: 'Where it was written', schemaFor: writtenFileShape },
  handler: async (context, params) => {
    const { file_path: path, content, encoding, execute_filemode: executable, last_commit_id: lastCommitId } = params
    const done = await write(context, params, [
      { action: 'update', path, content: contentOf(content, encoding), lastCommitId },
      ...(executable === undefined ? [] : [{ action: 'chmod', path, executable } as const]),
    ])
    return E.isLeft(done) ? done : ok(shown(params))
  },
})

const remove = route({
  method: 'DELETE',
  path: FILE,
  area: FILES,
  summary: 'Delete a file',
  caller: 'anyone',
  params: { ...where, ...guard },
  success: { status: 204, description: 'Deleted' },
  handler: async (context, params) => {
    const { file_path: path, last_commit_id: lastCommitId } = params
    return respondNoContent(await write(context, params, [{ action: 'delete', path, lastCommitId }]))
  },
})

/** Routes that read and write single files of a repository. */
export const fileRoutes: ReadonlyArray<Route> = [one, raw, create, update, remove]
