/** Where the reader is. The address is the truth: the back button, a reload and a link lead to the same place. */
import { store, stored } from './kept';
import { addressOf, projectIn, readRoute, type Route } from './routes';

class Navigation {
  route = $state.raw<Route>(readRoute(location.hash));
  /** The project whose things are listed; null for all. An address that names none leaves it as it was, also after a reload. */
  project = $state.raw<string | null>(projectIn(location.hash) ?? (stored('stet.project') || null));

  /** The address of a place in the project. */
  address(route: Route): string {
    return addressOf(route) + (this.project === null ? '' : `?in=${this.project}`);
  }

  /** Lists the things of a project, or all. */
  choose(project: string | null): void {
    this.project = project;
    store('stet.project', project ?? '');
    history.replaceState(null, '', this.address(this.route));
  }

  /** Takes over an address that the reader went to. */
  follow(): Route {
    this.route = readRoute(location.hash);
    this.project = projectIn(location.hash) ?? this.project;
    return this.route;
  }

  /** Goes to a place as a link does. */
  go(route: Route): void {
    location.hash = this.address(route);
  }

  /** Names the place where the page already is; `instead` of the present entry of the history, or after it. */
  tell(route: Route, instead: boolean): void {
    this.route = route;
    const address = this.address(route);
    // An address that means this place stays: it may say more.
    if (addressOf(route) === addressOf(readRoute(location.hash)) && projectIn(location.hash) === this.project) return;
    if (instead) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  }
}

export const navigation = new Navigation();
