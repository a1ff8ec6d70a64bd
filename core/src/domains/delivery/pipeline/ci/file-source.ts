import { expand, type Variables } from './expression.js'
import { type Hash, isHash, word } from './hash.js'

/** A file of a child pipeline that is not in the commit of its parent. */
export type ForeignFile =
  /** Of another project; null: at the head of its default branch. */
  | { readonly from: 'project'; readonly project: string; readonly ref: string | null; readonly path: string }
  /** In the artifacts of a job of the parent pipeline. */
  | { readonly from: 'artifact'; readonly job: string; readonly path: string }
  /** Of the templates that the instance comes with. */
  | { readonly from: 'template'; readonly name: string }
  | { readonly from: 'remote'; readonly url: string }

/** A file of a child pipeline: a path in the commit of its parent, or a file from elsewhere. */
export type FileSource = string | ForeignFile

const URL = /^https?:\/\//i

const local = (path: string): string => path.replace(/^\/+/, '')

const ofHash = (include: Hash): ReadonlyArray<FileSource> => {
  const { local: path, remote, template, artifact, project } = include
  if (typeof path === 'string') return [local(path)]
  if (typeof remote === 'string') return [{ from: 'remote', url: remote }]
  if (typeof template === 'string') return [{ from: 'template', name: template }]
  if (typeof artifact === 'string') return [{ from: 'artifact', job: word(include['job']), path: artifact }]
  if (typeof project !== 'string') return []
  const ref = typeof include['ref'] === 'string' ? include['ref'] : null
  const files = Array.isArray(include['file']) ? include['file'] : [include['file']]
  return files.map((file) => ({ from: 'project', project: local(project), ref, path: local(word(file)) }))
}

/** The files that `include` names, in order; none where one of its parts names no file. */
export const fileSources = (include: unknown): ReadonlyArray<FileSource> => {
  const parts = (Array.isArray(include) ? include : [include]).map((one): ReadonlyArray<FileSource> => {
    if (typeof one === 'string') return [URL.test(one) ? { from: 'remote', url: one } : local(one)]
    return isHash(one) ? ofHash(one) : []
  })
  return parts.some((files) => files.length === 0) ? [] : parts.flat()
}

/** The files that a CI file which is plain data includes; a sentence where one of them is malformed. */
export const includesOf = (file: unknown): ReadonlyArray<FileSource> | string => {
  const include = isHash(file) ? file['include'] : undefined
  if (include === undefined || include === null) return []
  const found = fileSources(include)
  const isEmpty = Array.isArray(include) && include.length === 0
  return found.length === 0 && !isEmpty ? 'Each include must be a string or hash, and name one file' : found
}

/** A file with the variables in its names expanded. */
export const expandedSource = (source: FileSource, known: Variables): FileSource => {
  const at = (text: string): string => expand(text, known)
  if (typeof source === 'string') return at(source)
  switch (source.from) {
    case 'project': {
      const { ref } = source
      return { ...source, project: at(source.project), ref: ref === null ? null : at(ref), path: at(source.path) }
    }
    case 'artifact':
      return { ...source, job: at(source.job), path: at(source.path) }
    case 'template':
      return { ...source, name: at(source.name) }
    case 'remote':
      return { ...source, url: at(source.url) }
  }
}
