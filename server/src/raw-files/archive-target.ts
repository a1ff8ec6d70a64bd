import { decodePath } from '../http/request-path.js'

/** The archive formats by file extension. */
export const ARCHIVE_FORMATS = {
  '.tar.gz': ['tar.gz', 'application/gzip'],
  '.tgz': ['tar.gz', 'application/gzip'],
  '.tar': ['tar', 'application/x-tar'],
  '.tar.bz2': ['tar.bz2', 'application/x-bzip2'],
  '.tbz2': ['tar.bz2', 'application/x-bzip2'],
  '.tbz': ['tar.bz2', 'application/x-bzip2'],
  '.tb2': ['tar.bz2', 'application/x-bzip2'],
  '.bz2': ['tar.bz2', 'application/x-bzip2'],
  '.zip': ['zip', 'application/zip'],
} as const

type Ending = keyof typeof ARCHIVE_FORMATS

/** What the path of an archive may refer to. */
export interface ArchiveTarget {
  readonly projectPath: string
  readonly ending: Ending
  /** The possible revisions, the likelier first; empty for the default branch. */
  readonly revisions: ReadonlyArray<string>
}

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/-\/archive\/([^?]+)$/
/** The path that older clients use. */
const OLD_PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/repository\/archive(\.[a-z0-9.]+)?$/

/** Whether the path is that of an archive. */
export const isArchivePath = (path: string): boolean => PATH.test(path) || OLD_PATH.test(path)

const endingOf = (name: string): Ending | undefined =>
  (Object.keys(ARCHIVE_FORMATS) as ReadonlyArray<Ending>).find((ending) => name.endsWith(ending))

const targetOf = (project: string, name: string, asked: string | undefined): ArchiveTarget | undefined => {
  const [projectPath, whole] = [decodePath(project), decodePath(name)]
  const ending = whole === undefined ? undefined : endingOf(whole)
  if (projectPath === undefined || whole === undefined || ending === undefined) return undefined
  if (asked !== undefined) return { projectPath, ending, revisions: asked === '' ? [] : [asked] }
  const bare = whole.slice(0, -ending.length)
  const slash = bare.lastIndexOf('/')
  return { projectPath, ending, revisions: slash > 0 ? [bare.slice(0, slash), bare] : [bare] }
}

/** Parses `/group/project/-/archive/v1.0/project-v1.0.tar.gz`, and the same without the file name; undefined if it is malformed. */
export const archiveTargetOf = (path: string, query: string): ArchiveTarget | undefined => {
  const [, project = '', name = ''] = PATH.exec(path) ?? []
  if (name !== '') return targetOf(project, name, undefined)
  const [, oldProject = '', ending = '.tar.gz'] = OLD_PATH.exec(path) ?? []
  return oldProject === ''
    ? undefined
    : targetOf(oldProject, `archive${ending}`, new URLSearchParams(query).get('ref') ?? '')
}
