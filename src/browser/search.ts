import 'htmx.org';
import { watchSearch } from './search-results.ts';

watchSearch();
