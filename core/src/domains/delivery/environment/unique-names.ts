import type { DeclaredName } from '../../../kernel/index.js'
import type { LiveEnvironment } from './state.js'

/** The reserved name of an environment: unique in its project. */
export const environmentName = ({ projectId, name }: LiveEnvironment): DeclaredName => ({
  kind: 'environment',
  name: `${projectId}\0${name}`,
})
