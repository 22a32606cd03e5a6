// What if the disk, or somebody else, interferes? Loaded before a run (`node --import`), in each of its threads.
import { isMainThread } from 'node:worker_threads';
import { type FaultSetting, SETTING } from '../fault.ts';
import { watchDatabases } from './databases.ts';
import { FaultPoint } from './fault-point.ts';
import { watchFiles } from './files.ts';

const setting = JSON.parse(process.env[SETTING]!) as FaultSetting;
const point = new FaultPoint(setting);
watchFiles(point, setting.folder);
watchDatabases(point);
if (isMainThread) process.on('exit', () => point.writeDiary());
