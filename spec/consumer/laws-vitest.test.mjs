// #region laws
import { runLaws } from '@forgefold/laws/vitest'
import { cases } from './own-store.mjs'

runLaws('an event store of one’s own', cases)
// #endregion laws
