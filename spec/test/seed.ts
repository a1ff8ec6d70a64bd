import * as fc from 'fast-check'

/** Set up before every test file where `FAST_CHECK_SEED` is set: property tests try the same values in every run. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED']) })
