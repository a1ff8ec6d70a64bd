/** Set up before every file of a shared process: programs that tests start and measure take their memory as they would anywhere. */
delete process.env['GLIBC_TUNABLES']
