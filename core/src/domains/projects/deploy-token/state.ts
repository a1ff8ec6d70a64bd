import type { IssuedSecret } from '../../../access/index.js'

export type DeployTokenState = IssuedSecret
