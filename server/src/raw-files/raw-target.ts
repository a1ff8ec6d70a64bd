import { decodePath } from '../http/request-path.js'

/** What a raw path may refer to: both the ref and the path may contain slashes. */
export interface RawTarget {
  readonly projectPath: string
  /** `main/docs/a.md`. */
  readonly refAndPath: string
}

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)\/-\/raw\/(.+)$/s

/** Whether the path is that of a raw file. */
export const isRawPath = (path: string): boolean => PATH.test(path)

/** Parses `/group/project/-/raw/main/a.md`; undefined if it is malformed. */
export const rawTargetOf = (path: string): RawTarget | undefined => {
  const [, project = '', rest = ''] = PATH.exec(path) ?? []
  const projectPath = decodePath(project)
  const refAndPath = decodePath(rest)
  return projectPath === undefined || refAndPath === undefined || projectPath === '' || refAndPath === ''
    ? undefined
    : { projectPath, refAndPath }
}
