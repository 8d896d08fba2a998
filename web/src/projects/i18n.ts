/** The words of projects. */
import { projects as en } from '../text/en/projects';
import { projects as ko } from '../text/ko/projects';

export const PROJECTS = { en, ko };
