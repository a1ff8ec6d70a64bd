import { serveThread } from '../workers/index.js'
import { planCiFile } from './plan-ci-file.js'

serveThread(planCiFile)
