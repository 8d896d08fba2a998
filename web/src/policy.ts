/**
 * Imported before everything else. zod, with which the AI SDK checks the stream, compiles its checks with `Function`
 * unless told not to, and the page's Content-Security-Policy forbids that.
 */
import { config } from 'zod/v4/core';

config({ jitless: true });
