package main

import (
	"net/url"
	"strconv"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/embed"
)

// etcd has the flags of the real one that the tests use, and runs one member until the process ends.
func etcd() *cobra.Command {
	config := embed.NewConfig()
	config.LogLevel = "error"
	command := &cobra.Command{
		Use:   "etcd",
		Short: "The store of the API server, with one member",
		RunE: func(command *cobra.Command, _ []string) error {
			server, err := embed.StartEtcd(config)
			if err != nil {
				return err
			}
			defer server.Close()
			select {
			case err = <-server.Err():
				return err
			case <-command.Context().Done():
				return nil
			}
		},
	}
	flags := command.Flags()
	flags.StringVar(&config.Dir, "data-dir", "", "an empty folder")
	flags.StringVar(&config.InitialCluster, "initial-cluster", "", "NAME=URL of this member")
	flags.Func("unsafe-no-fsync", "do not wait for the disk", func(text string) (err error) {
		config.UnsafeNoFsync, err = strconv.ParseBool(text)
		return err
	})
	for name, urls := range map[string]*[]url.URL{
		"listen-client-urls":          &config.ListenClientUrls,
		"advertise-client-urls":       &config.AdvertiseClientUrls,
		"listen-peer-urls":            &config.ListenPeerUrls,
		"initial-advertise-peer-urls": &config.AdvertisePeerUrls,
	} {
		flags.Func(name, "a URL on loopback", func(text string) error {
			address, err := url.Parse(text)
			if err == nil {
				*urls = []url.URL{*address}
			}
			return err
		})
	}
	return command
}
