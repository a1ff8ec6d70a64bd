import type { HttpRequest } from '../http/message.js'

/** The parts of a git client's request. */
export interface GitTarget {
  /** The project's full path, decoded. */
  readonly projectPath: string
  readonly action: 'advertise' | 'git-upload-pack' | 'git-receive-pack'
  /** Undefined for the dumb protocol, which is not supported. */
  readonly service: 'git-upload-pack' | 'git-receive-pack' | undefined
}

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/

const serviceOf = (name: string | null): GitTarget['service'] =>
  name === 'git-upload-pack' || name === 'git-receive-pack' ? name : undefined

/** Whether the path belongs to git. */
export const isGitRequest = ({ path }: Pick<HttpRequest, 'path'>): boolean => PATH.test(path)

/** Whether a request fetches: a POST that changes nothing. */
export const isGitFetch = ({ method, path }: Pick<HttpRequest, 'method' | 'path'>): boolean =>
  method === 'POST' && PATH.exec(path)?.[2] === 'git-upload-pack'

/** Parses `/group/project.git/info/refs?service=…` and the like, with and without `.git`; undefined for other paths. */
export const gitTargetOf = ({ path, query }: Pick<HttpRequest, 'path' | 'query'>): GitTarget | undefined => {
  const found = PATH.exec(path)
  if (found === null) return undefined
  let projectPath: string
  try {
    projectPath = decodeURIComponent(found[1] as string)
  } catch {
    return undefined
  }
  const action = found[2] as string
  if (action === 'info/refs')
    return { projectPath, action: 'advertise', service: serviceOf(new URLSearchParams(query).get('service')) }
  const service = serviceOf(action)
  return service === undefined ? undefined : { projectPath, action: service, service }
}
